import Basics

/// The credentials of a call: `hash` is md5(ts + private key + public key).
struct Credentials: Sendable {
    let timestamp: String?
    let key: String?
    let hash: String?

    init(_ query: QueryString) {
        timestamp = query["ts"]
        key = query["apikey"]
        hash = query["hash"]
    }

    /// Returns the key the caller names if it is one of these, proved or not.
    func knownKey(_ keys: [String: String]) -> String? { key.flatMap { keys[$0] == nil ? nil : $0 } }

    /// Throws the first missing or wrong credential, in the order in which the live service looked.
    func check(_ keys: [String: String]) throws(GatewayError) {
        guard let key, !key.isEmpty else { throw .missingKey }
        guard let hash, !hash.isEmpty else { throw .missingHash }
        guard let timestamp, !timestamp.isEmpty else { throw .missingTimestamp }
        guard let secret = keys[key] else { throw .invalidKey }
        guard Self.equal(hash.lowercased(), Self.hash(timestamp: timestamp, secret: secret, key: key)) else {
            throw .invalidHash
        }
    }

    static func hash(timestamp: String, secret: String, key: String) -> String {
        Hex.text(MD5.hash(data: Array((timestamp + secret + key).utf8)))
    }

    /// Takes as long for a near miss as for a far one.
    private static func equal(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
