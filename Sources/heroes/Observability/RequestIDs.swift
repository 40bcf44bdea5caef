import Basics
import HTTP
import HTTPTypes
import Synchronization

/// The ids of requests in logs and responses: the client's, or a new one.
enum RequestIDs {
    // The name is a valid token, so the default is never used.
    static let field = HTTPField.Name("X-Request-ID") ?? .contentType
    private static let lengthLimit = 64

    static func id(of request: Request) -> String {
        let given = request.fields[values: field]
        return id(given.count == 1 ? given[0] : nil)
    }

    static func id(of head: RequestHead) -> String {
        let given = head.hasMultiple("x-request-id") ? nil : head.value("x-request-id")
        return id(given.map { String(decoding: $0, as: UTF8.self) })
    }

    /// The counter of ids, from a random start.
    private static let counter = Atomic(UInt64.random(in: .min ... .max))
    private static let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)

    /// Returns a new id of 13 characters, which does not reveal the number of requests.
    ///
    /// It is the counter mixed by SplitMix64 (Steele, Lea, Flood 2014); a random number from the system would cost a
    /// system call per request.
    static func makeID() -> String {
        var bits = counter.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return String(unsafeUninitializedCapacity: 13) { text in
            for index in 0..<13 { text[index] = digits[Int(bits >> (5 * index) & 31)] }
            return 13
        }
    }

    /// Returns the client's id if it is safe in logs and fields, else a new one.
    private static func id(_ given: String?) -> String {
        guard let given, !given.isEmpty, given.utf8.count <= lengthLimit,
            given.utf8.allSatisfy({ $0.isUnreserved && $0 != UInt8(ascii: "~") })
        else { return makeID() }
        return given
    }
}
