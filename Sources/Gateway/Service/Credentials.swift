import Basics
import HTTP
import Synchronization

/// The credentials of an API call; `hash` is md5(ts + private key + public key).
enum Credentials {
    /// Throws the error for the first missing or wrong credential, in the live service's order.
    static func check(_ query: Form, _ keys: [String: String]) throws(GatewayError) {
        guard let key = query["apikey"], !key.isEmpty else { throw .missingKey }
        guard let hash = query["hash"], !hash.isEmpty else { throw .missingHash }
        guard let timestamp = query["ts"], !timestamp.isEmpty else { throw .missingTimestamp }
        guard let secret = keys[key] else { throw .invalidKey }
        guard equal(hash.lowercased(), Self.hash(timestamp: timestamp, secret: secret, key: key)) else {
            throw .invalidHash
        }
    }

    static func hash(timestamp: String, secret: String, key: String) -> String {
        Hex.text(MD5.hash(data: Array((timestamp + secret + key).utf8)))
    }

    /// Compares in constant time.
    private static func equal(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The number of calls that each key made today (UTC), since the start of the program.
final class DailyCallCounter: Sendable {
    private let state = Mutex((day: 0, counts: [String: Int]()))

    /// Counts one call and returns the number of calls on that day, including this one.
    func count(_ key: String, day: Int) -> Int {
        state.withLock { state in
            if day != state.day { state = (day, [:]) }
            state.counts[key, default: 0] += 1
            return state.counts[key, default: 0]
        }
    }
}
