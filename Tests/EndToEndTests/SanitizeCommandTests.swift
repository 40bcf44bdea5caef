import Foundation
import Support
import Testing

@testable import heroes

@Suite("heroes sanitize", .timeLimit(.minutes(30)))
struct SanitizeCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the output for an input, and the status.
    private func run(_ input: some Sequence<UInt8>, _ options: [String] = []) async throws -> (String, Int32) {
        let file = folder.path + "/input"
        try Data(input).write(to: URL(filePath: file))
        let program = try Program(Paths.heroes, ["sanitize"] + options, input: file)
        return (await program.remainingOutput(), await program.status())
    }

    @Test("a description from standard input is sanitized; invalid UTF-8 is replaced, and nothing stays nothing")
    func description() async throws {
        let html = Array("<p class=\"Body\">Swings\n <i>high</i><script>alert(1)</script> &hellip; caf".utf8)
        #expect(try await run(html + [0xE9, 0xFF]) == ("<p>Swings <em>high</em> … caf\u{FFFD}\u{FFFD}</p>\n", 0))
        #expect(try await run([]) == ("", 0))
    }

    @Test("each JSON line is answered before the next one is read")
    func lines() async throws {
        let pipe = folder.path + "/lines"
        try #require(mkfifo(pipe, 0o600) == 0)
        // Open for reading too, so that it does not wait for the program.
        let descriptor = open(pipe, O_RDWR)
        try #require(descriptor >= 0)
        let input = FileHandle(fileDescriptor: descriptor)
        let program = try Program(Paths.heroes, ["sanitize", "--lines"], input: pipe)
        let long = String(repeating: "a", count: 200_000)
        for (line, expected) in [
            (#"{"id":1,"payload":"<b onclick=x>A</b>"}"#, #"{"id":1,"output":"<p><strong>A</strong></p>"}"#),
            (#"{"id":2,"payload":"\#(long)"}"# + "\r", #"{"id":2,"output":"<p>\#(long)</p>"}"#),
            ("garbage", #"{"error":"the line is not a valid JSON object"}"#),
        ] {
            try input.write(contentsOf: Data((line + "\n").utf8))
            #expect(await program.line(matching: /(.*)/) == expected)
        }
        try input.close()
        #expect(await program.status() == 0)
    }

    @Test("input and output that fail are errors with the cause", arguments: [[], ["--lines"]])
    func failures(_ options: [String]) async throws {
        let program = try Program(Paths.heroes, ["sanitize"] + options, input: folder.path)
        #expect(await program.errorOutput() == "Error: Standard input cannot be read: Is a directory.\n")
        #expect(await program.status() == 1)
        let file = folder.path + "/line"
        try #"{"id":1,"payload":"a"}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let words = ([Paths.heroes, "sanitize"] + options).joined(separator: " ")
        let full = try Program("/bin/sh", ["-c", "\(words) >/dev/full"], input: file)
        #expect(await full.errorOutput() == "Error: Standard output cannot be written: No space left on device.\n")
    }

    @Test(
        "a JSON line is answered with its id, or with an error",
        arguments: [
            (#"{"id":-1.50e+3,"payload":"a"}"#, #"{"id":-1500,"output":"<p>a</p>"}"#),
            (#"{"id":75960607905600110999,"payload":""}"#, #"{"id":75960607905600110999,"output":""}"#),
            (##"{"id":"\u00e9\"x","payload":"#N/A"}"##, #"{"id":"é\"x","output":""}"#),
            (#" { "payload" : "a" , "other" : [1,{"b":[null]}] , "id" : "x" } "#, #"{"id":"x","output":"<p>a</p>"}"#),
            ("\u{FEFF}" + #"{"id":1,"payload":"a"}"#, #"{"id":1,"output":"<p>a</p>"}"#),
            (
                #"{"id":1,"payload":"\ud83d\ude00 \"q\" \\ \/ \u003cb>x\u003c/b>\n\n\b\f\ty"}"#,
                #"{"id":1,"output":"<p>😀 \"q\" \\ / <strong>x</strong></p><p>y</p>"}"#
            ),
            (#"{"id":1,"payload":"a\ud800b\udc00"}"#, "{\"id\":1,\"output\":\"<p>a\u{FFFD}b\u{FFFD}</p>\"}"),
            (#"{"id":1}"#, #"{"id":1,"error":"#), (#"{"id":1,"payload":null}"#, #"{"id":1,"error":"#),
            (#"{"payload":"a"}"#, #"{"error":"#), (#"{"id":[1],"payload":"a"}"#, #"{"error":"#), ("", #"{"error":"#),
            ("[]", #"{"error":"#), ("null", #"{"error":"#), ("{", #"{"error":"#), ("{}", #"{"error":"#),
            (#"{"id":01,"payload":"a"}"#, #"{"error":"#), (#"{"id":1,"payload":"a"} x"#, #"{"error":"#),
            ("{\"id\":1,\"payload\":\"\u{1}\"}", #"{"id":1,"error":"#), ("{'id':1,'payload':'a'}", #"{"error":"#),
            (#"{"id":1,"payload":"a","x":"# + String(repeating: "[", count: 100_000), #"{"error":"#),
        ])
    func line(_ line: String, _ expected: String) {
        let answer = JSONLinesSanitizer().output(for: line)
        #expect(answer.hasPrefix(expected))
        #expect(expected.hasSuffix("}") ? answer == expected : answer.hasSuffix("\"}"))
        #expect(!answer.contains("\n"))
    }
}
