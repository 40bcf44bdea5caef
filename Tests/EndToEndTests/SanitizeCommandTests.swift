import Foundation
import Support
import Testing

@Suite("heroes sanitize", .timeLimit(.minutes(30)))
struct SanitizeCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a description from standard input is sanitized")
    func description() async throws {
        let file = folder.path + "/description.html"
        try "<p class=\"Body\">Swings <i>high</i><script>alert(1)</script> &hellip;</p>"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let program = try Program(Paths.heroes, ["sanitize"], input: file)
        #expect(await program.line(matching: /(.*)/) == "<p>Swings <em>high</em> …</p>")
        #expect(await program.status() == 0)
    }

    @Test("empty input gives no output")
    func emptyInput() async throws {
        let program = try Program(Paths.heroes, ["sanitize"])
        #expect(await program.line(matching: /(.*)/) == nil)
        #expect(await program.status() == 0)
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
        for (line, expected) in [
            (#"{"id":1,"payload":"<b onclick=x>A</b>"}"#, #"{"id":1,"output":"<p><strong>A</strong></p>"}"#),
            (##"{"id":"two","payload":"#N/A"}"##, #"{"id":"two","output":""}"#),
            (#"{"id":3}"#, #"{"id":3,"error":"#),
            ("garbage", #"{"error":"#),
        ] {
            try input.write(contentsOf: Data((line + "\n").utf8))
            let output = try #require(await program.line(matching: /(.*)/))
            #expect(output.hasPrefix(expected), "\(output)")
        }
        try input.close()
        #expect(await program.status() == 0)
    }

    @Test("lines that arrive in pieces, and a last line without a newline, are answered")
    func pieces() async throws {
        let file = folder.path + "/lines"
        let long = String(repeating: "a", count: 200_000)
        try "{\"id\":1,\"payload\":\"\(long)\"}\r\n\n{\"id\":2,\"payload\":\"b\"}"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let program = try Program(Paths.heroes, ["sanitize", "--lines"], input: file)
        let answers = await program.remainingOutput().split(separator: "\n")
        #expect(answers.count == 3)
        #expect(answers.first == "{\"id\":1,\"output\":\"<p>\(long)</p>\"}")
        #expect(answers.last == #"{"id":2,"output":"<p>b</p>"}"#)
        #expect(await program.status() == 0)
    }

    @Test("a byte order mark before the first line is ignored")
    func byteOrderMark() async throws {
        let file = folder.path + "/lines"
        try "\u{FEFF}{\"id\":1,\"payload\":\"a\"}\n{\"id\":2,\"payload\":\"b\"}\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let program = try Program(Paths.heroes, ["sanitize", "--lines"], input: file)
        let answers = await program.remainingOutput().split(separator: "\n")
        #expect(answers == [#"{"id":1,"output":"<p>a</p>"}"#, #"{"id":2,"output":"<p>b</p>"}"#])
        #expect(await program.status() == 0)
    }

    @Test("UTF-16 with a byte order mark is an error that says how to convert it")
    func utf16() async throws {
        let file = folder.path + "/wide"
        try "\u{FEFF}a".write(toFile: file, atomically: true, encoding: .utf16LittleEndian)
        let program = try Program(Paths.heroes, ["sanitize"], input: file)
        #expect(await program.errorOutput().contains("Standard input is UTF-16. Convert it to UTF-8"))
        #expect(await program.status() == 1)
    }

    @Test("invalid UTF-8 becomes replacement characters", arguments: [[], ["--lines"]])
    func invalidBytes(_ options: [String]) async throws {
        let file = folder.path + "/invalid"
        let payload = Data("caf".utf8) + [0xE9, 0x20, 0xFF]
        let line = Data("{\"id\":\"".utf8) + [0x80] + Data("\",\"payload\":\"".utf8) + payload + Data("\"}".utf8)
        try (options.isEmpty ? payload : line).write(to: URL(filePath: file))
        let program = try Program(Paths.heroes, ["sanitize"] + options, input: file)
        let shown = "<p>caf\u{FFFD} \u{FFFD}</p>"
        let expected = options.isEmpty ? shown : "{\"id\":\"\u{FFFD}\",\"output\":\"\(shown)\"}"
        #expect(await program.remainingOutput() == expected + "\n")
        #expect(await program.status() == 0)
    }

    @Test("unreadable input is an error", arguments: [[], ["--lines"]])
    func unreadable(_ options: [String]) async throws {
        let program = try Program(Paths.heroes, ["sanitize"] + options, input: folder.path)
        #expect(await program.errorOutput() == "Error: Standard input cannot be read: Is a directory.\n")
        #expect(await program.status() == 1)
    }

    @Test("output that cannot be written is an error", arguments: [[], ["--lines"]])
    func unwritable(_ options: [String]) async throws {
        let file = folder.path + "/line"
        try #"{"id":1,"payload":"a"}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let words = ([Paths.heroes, "sanitize"] + options).joined(separator: " ")
        for (output, reason) in [(">/dev/full", "No space left on device"), ("| true", "Broken pipe")] {
            // A pipe's status is that of its last command, so the program's own is printed instead.
            let program = try Program("/bin/sh", ["-c", "{ sleep 1; \(words); echo $? >&2; } \(output)"], input: file)
            let errors = await program.errorOutput()
            #expect(errors == "Error: Standard output cannot be written: \(reason).\n1\n")
        }
    }
}
