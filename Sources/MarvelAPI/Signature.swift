import Basics
import FoundationEssentials

/// The authentication parameters of a request, and the secrets to redact from logs.
struct Signature: Sendable {
    let parameters: [(name: String, value: String)]
    private let secrets: [String]

    init(of credentials: APIKeys, at now: Date) {
        let ts = "\(Int64(now.timeIntervalSince1970 * 1000))"
        let hash = credentials.hash(ts: ts)
        parameters = [("ts", ts), ("apikey", credentials.publicKey), ("hash", hash)]
        secrets = [hash, credentials.privateKey, credentials.publicKey].filter { !$0.isEmpty }
    }

    func redacted(from text: String) -> String { secrets.reduce(text) { $0.replacing($1, with: "…") } }
}

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
