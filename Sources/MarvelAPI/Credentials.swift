import Basics

/// The two keys of a caller; nothing prints or reflects them.
package struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
    let publicKey: String
    let privateKey: String

    package init(publicKey: String, privateKey: String) {
        self.publicKey = publicKey
        self.privateKey = privateKey
    }

    package var description: String { "Credentials(…)" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Returns the API's proof of the private key: MD5 of ts, private and public key, in hexadecimal.
    func hash(ts: String) -> String {
        Hex.text(MD5.hash(data: Array((ts + privateKey + publicKey).utf8)))
    }
}
