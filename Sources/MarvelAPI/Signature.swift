import FoundationEssentials

/// The authentication parameters of a request, and the secrets to redact from logs.
struct Signature: Sendable {
    let parameters: [MarvelEndpoint.Parameter]
    private let secrets: [String]

    init(of credentials: APIKeys, at now: Date) {
        let ts = "\(Int64(now.timeIntervalSince1970 * 1000))"
        let hash = credentials.hash(ts: ts)
        parameters = [
            MarvelEndpoint.Parameter(name: "ts", value: ts),
            MarvelEndpoint.Parameter(name: "apikey", value: credentials.publicKey),
            MarvelEndpoint.Parameter(name: "hash", value: hash),
        ]
        secrets = [hash, credentials.privateKey, credentials.publicKey].filter { !$0.isEmpty }
    }

    /// Returns the text with all secrets replaced.
    func redacted(from text: String) -> String { secrets.reduce(text) { $0.replacing($1, with: "…") } }

    /// Returns true if the text contains a secret; ones shorter than 8 bytes, which may be there by chance, do not
    /// count.
    func isContained(in text: String) -> Bool { secrets.contains { $0.utf8.count >= 8 && text.contains($0) } }
}
