import Basics
import HTTP
import HTTPTypes
import Synchronization

/// The ids of requests in logs and answers: a client's own, or a fresh one.
enum RequestIDs {
    // The name is a token, so it is never another one.
    static let field = HTTPField.Name("X-Request-ID") ?? .contentType
    private static let longest = 64

    static func id(of request: Request) -> String {
        let given = request.fields[values: field]
        return id(given.count == 1 ? given[0] : nil)
    }

    static func id(of head: RequestHead) -> String {
        let given = head.hasMultiple("x-request-id") ? nil : head.value("x-request-id")
        return id(given.map { String(decoding: $0, as: UTF8.self) })
    }

    /// The number of ids so far, on top of a random one.
    private static let counter = Atomic(UInt64.random(in: .min ... .max))
    private static let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)

    /// Returns 13 characters without an order, by which no visitors are counted.
    ///
    /// They are the counter mixed by SplitMix64 (Steele, Lea, Flood 2014); a random number of the system would cost a
    /// system call for each request.
    static func fresh() -> String {
        var bits = counter.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return String(unsafeUninitializedCapacity: 13) { text in
            for index in 0..<13 { text[index] = digits[Int(bits >> (5 * index) & 31)] }
            return 13
        }
    }

    /// Returns the client's id if it may stand in a log and in a field as it is.
    private static func id(_ given: String?) -> String {
        guard let given, !given.isEmpty, given.utf8.count <= longest,
            given.utf8.allSatisfy({ $0.isUnreserved && $0 != UInt8(ascii: "~") })
        else { return fresh() }
        return given
    }
}
