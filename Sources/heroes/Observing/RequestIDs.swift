import Basics
import HTTP
import HTTPTypes
import Synchronization

/// Makes and takes the names by which requests are found again in logs.
final class RequestIDs: Sendable {
    private let counter = Atomic<UInt64>(0)
    private let start = UInt64.random(in: .min ... .max)

    // The name is a token, so it is never another one.
    static let field = HTTPField.Name("X-Request-ID") ?? .contentType
    private static let longest = 64

    /// The id that the request came with where it is one; a fresh one otherwise.
    func id(of request: Request) -> String {
        let given = request.fields[values: Self.field]
        if given.count == 1, let id = given.first, Self.isSane(id) { return id }
        return fresh()
    }

    func id(of head: RequestHead) -> String {
        guard !head.repeats("x-request-id"), let given = head.value("x-request-id") else { return fresh() }
        let id = String(decoding: given, as: UTF8.self)
        return Self.isSane(id) ? id : fresh()
    }

    /// 13 characters that no other request has: 64 bits that look like chance, so that nobody counts visitors by them.
    func fresh() -> String {
        // Steele, Lea, Flood: SplitMix64 maps different numbers to different numbers.
        var bits = start &+ counter.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return String(unsafeUninitializedCapacity: 13) { characters in
            for index in 0..<13 {
                characters[index] = Self.digits[Int(bits & 31)]
                bits >>= 5
            }
            return 13
        }
    }

    /// Whether it may stand in a log and in a field as it is.
    private static func isSane(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= longest
            && id.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
    }

    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
}
