import Basics

/// The two API keys; they are never printed or reflected.
package struct APIKeys: Sendable, CustomStringConvertible, CustomReflectable {
    let publicKey: String
    let privateKey: String

    package init(publicKey: String, privateKey: String) {
        self.publicKey = publicKey
        self.privateKey = privateKey
    }

    package var description: String { "APIKeys(…)" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Returns the hash that authenticates a request: MD5 of ts, private and public key, in hexadecimal.
    func hash(ts: String) -> String {
        Hex.text(MD5.hash(data: Array((ts + privateKey + publicKey).utf8)))
    }
}
