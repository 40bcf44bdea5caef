import FoundationEssentials

/// The authentication of one question, and its secrets that must not reach any log.
struct Signature: Sendable {
    let parameters: [Endpoint.Parameter]
    private let secrets: [String]

    init(of caller: Credentials, at now: Date) {
        let ts = "\(Int64(now.timeIntervalSince1970 * 1000))"
        let hash = caller.hash(ts: ts)
        parameters = [
            Endpoint.Parameter(name: "ts", value: ts), Endpoint.Parameter(name: "apikey", value: caller.publicKey),
            Endpoint.Parameter(name: "hash", value: hash),
        ]
        secrets = [hash, caller.privateKey, caller.publicKey].filter { !$0.isEmpty }
    }

    /// The text without the secrets, should it hold any.
    func redacted(from text: String) -> String { secrets.reduce(text) { $0.replacing($1, with: "…") } }

    /// Whether the text contains a secret, of those too long to be in it by chance.
    func isContained(in text: String) -> Bool { secrets.contains { $0.utf8.count >= 8 && text.contains($0) } }
}
