import Testing

@testable import Heroes

@Suite struct VisitorTests {
    /// Counts up, so that tokens have leading zeros.
    private struct Counter: RandomNumberGenerator {
        var value: UInt64 = 0
        mutating func next() -> UInt64 {
            defer { value += 1 }
            return value
        }
    }

    @Test("a token is 32 lowercase hexadecimal digits")
    func token() {
        #expect(Visitor(token: "0123456789abcdef0123456789abcdef")?.token == "0123456789abcdef0123456789abcdef")
    }

    @Test(
        "anything else is not a token",
        arguments: [
            "", "0", "0123456789ABCDEF0123456789ABCDEF", "0123456789abcdef0123456789abcdeg",
            "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0", " 123456789abcdef0123456789abcdef",
            "../../../../../../../../../../etc", "é123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcde\0",
        ])
    func invalidToken(token: String) { #expect(Visitor(token: token) == nil) }

    @Test("a new visitor's token has the leading zeros of its bytes")
    func new() {
        var generator = Counter(value: 0xF)
        let visitor = Visitor.new(using: &generator)
        #expect(visitor.token == "0f101112131415161718191a1b1c1d1e")
        #expect(Visitor(token: visitor.token) == visitor)
    }
}
