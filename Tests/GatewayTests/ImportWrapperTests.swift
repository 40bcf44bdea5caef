import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("Records are found")
struct ImportWrapperTests {
    private static let (one, two) = (RecordedJSON.character(1, "A"), RecordedJSON.character(2, "B"))
    private static let answer = RecordedJSON.envelope(one, two)

    @Test(
        "in any wrapper",
        arguments: [
            #"{"characters":[\#(one),\#(two)]}"#, #"{"1":\#(one),"2":\#(two)}"#,
            #"[{"hulk":[\#(one)]},{"thor":[\#(two)]}]"#,
            #"{"request":{"url":"/v1"},"response":{"status":200,"body":\#(answer)}}"#,
            #"{"heroes":{"byId":{"1":\#(one),"2":\#(two)},"allIds":[1,2]},"ui":{"page":1,"filters":[]}}"#,
            #"{"took":3,"hits":{"hits":[{"_id":"x","_source":\#(one)},{"_id":"y","_source":\#(two)}]}}"#,
            #"{"data":{"characters":{"edges":[{"node":\#(one)},{"node":\#(two)}]}}}"#,
            #"{"id":7,"name":"a page","characters":[\#(one),\#(two)]}"#,
        ])
    func objects(text: String) async throws { try await expect(text) }

    @Test(
        "in recordings of HTTP traffic",
        arguments: [
            #"{"log":{"pages":[{"id":"page_1","title":"x"}],"entries":[{"request":{"headers":[{"name":"a","value":"{b"}]},"#
                + #""response":{"status":200,"content":{"mimeType":"application/json","text":\#(RecordedJSON.quoted(answer))}}}]}}"#,
            #"{"log":{"entries":[{"response":{"content":{"encoding":"base64","text":"\#(Data(answer.utf8).base64EncodedString())"}}}]}}"#,
            #"{"info":{"name":"Marvel"},"item":[{"name":"heroes","response":[{"id":"0d1f","name":"ok","body":\#(RecordedJSON.quoted(answer))}]}]}"#,
            #"{"mappings":[{"id":"5","name":"m","request":{"method":"GET"},"response":{"jsonBody":\#(answer)}}]}"#,
            #"{"id":"5","request":{"method":"GET"},"response":{"status":200,"body":\#(RecordedJSON.quoted(answer))}}"#,
            #"[{"scope":"http://gateway.marvel.com:80","method":"GET","path":"/","status":200,"response":\#(answer)}]"#,
            "nock('http://gateway.marvel.com:80', {\"encodedQueryParams\":true})\n  .get('/v1/public/characters')\n"
                + "  .reply(200, \(answer), [ 'Content-Type', 'application/json' ]);\n",
            "HTTP/1.1 200 OK\r\nAccept: */*\r\nETag: \"x\"\r\nLink: <http://x/y>; rel=\"z\"\r\n\r\n\(answer)",
            #"{"interactions":[{"response":{"body":{"string":\#(RecordedJSON.quoted(answer))}}}]}"#,
        ])
    func recordings(text: String) async throws { try await expect(text) }

    @Test(
        "in a text",
        arguments: [
            RecordedJSON.quoted(answer),
            #"{"persist:root":\#(RecordedJSON.quoted(#"{"heroes":\#(answer)}"#))}"#,
            #"{"lines":\#(RecordedJSON.quoted("\(one)\n\(two)\n"))}"#,
            #"{"body":"callback(\#(RecordedJSON.quoted(answer).dropFirst().dropLast()));"}"#,
        ])
    func texts(text: String) async throws { try await expect(text) }

    @Test(
        "in source code",
        arguments: [
            "const heroes = \(answer)\nexport default heroes\n",
            "export const heroes: Hero[] = [\(one), \(two)] as const;\n",
            "module.exports = \(answer);", "/**/ callback(\(answer));", "heroes = [\(one), \(two),]",
            "// it's a { fixture [\n/* of \"heroes\n { */\nexport default [\n  \(one), // the first\n  \(two), /* last */\n];\n",
            "final text = '''\(answer)''';", "let text = \"\"\"\n\(answer)\n\"\"\"", "const text = `\(answer)`;",
            ")]}',\n\(answer)", "window.state = JSON.parse('\(answer)');",
            "import { Hero } from './hero';\n\ninterface Page { id: number; name: string; }\nexport const page: Page = \(answer);\n",
        ])
    func programs(text: String) async throws { try await expect(text) }

    @Test(
        "in objects of JSON5",
        arguments: [
            #"[{id: 1, name: 'A', urls: [{type: 'wiki', url: 'x'}]}, {"id": 2, "name": "B", "modified": "2014-04-29",}]"#,
            #"[{'id': 1, 'name': 'A', 'thumbnail': {'path': "it's", 'extension': 'a \' b " c'}}, "#
                + #"{'id': 2, 'name': "B", 'modified': '2014-04-29'}]"#,
            "[{id: 1, name: 'A', modified: '2014-04-29'}, "
                + #"{id: 2, name: 'B', description: 'Costs \$5, a \-b \. It\'s \x41 \u{1F600} \"#
                + "\ncontinued', modified: '2014-04-29'}]",
        ])
    func languages(text: String) async throws { try await expect(text) }

    @Test(
        "with the escapes and quotes of source files; an unknown escape is its character",
        arguments: [
            (#"'A \$5 \-b \. \q \x41 \u{1F600}\v'"#, "A $5 -b . q A 😀\u{0B}"), (#"'a\'b "c"'"#, #"a'b "c""#),
            ("'a \\\nb'", "a b"), ("'a \\\r\nb'", "a b"), ("'a\tb\\-'", "a\tb-"),
            ("`a ${b} 'c' \"d\" \\` \\$e`", "a ${b} 'c' \"d\" ` $e"), ("`a\n\tb\r\n`", "a\n\tb\r\n"), ("``", ""),
            ("''", ""),
        ])
    func strings(literal: String, text: String) async throws {
        let imported = try ImportFixture(
            "[{id: 1, name: 'A', description: \(literal), modified: '2014-04-29'},\n\(Self.two)]")
        #expect(imported.problems == [])
        #expect(try await imported.only("characters/1")["description"]?.text == text)
        #expect(try await imported.client.ids("characters") == [1, 2])
    }

    @Test("and a quote that never ends affects only its record", arguments: ["`", "'"])
    func unterminated(quote: String) async throws {
        let imported = try ImportFixture("\(Self.one)\n{id: 3, name: \(quote)B}\n\(Self.two)")
        #expect(imported.report.badCount >= 1)
        #expect(try await imported.client.ids("characters").first == 1)
    }

    private func expect(_ text: String) async throws {
        let imported = try ImportFixture(text)
        #expect(imported.report.badCount == 0, "\(imported.problems)")
        #expect(imported.report.counts == [.characters: ImportReport.Counts(new: 2)])
        #expect(try await imported.client.ids("characters") == [1, 2])
        #expect(imported.problems.count <= 1)
        #expect(imported.problems.allSatisfy { $0.contains("not JSON") })
    }

    @Test("and lines of text around them are reported together")
    func text() throws {
        let imported = try ImportFixture("import a\n\nimport b\nexport const x = \n\(Self.answer)\n")
        #expect(imported.problems == ["a.json: skipped lines that are not JSON (3)"])
        #expect(imported.report.badCount == 0)
    }

    @Test("and a syntax error affects only its record, at any depth")
    func syntaxError() async throws {
        let imported = try ImportFixture(#"{"heroes":[\#(Self.one),{"id":3,"name":nul},\#(Self.two)],"x":{"y":nul}}"#)
        #expect(imported.problems == ["a.json:2: an unknown word (and 1 more records)"])
        #expect(try await imported.client.ids("characters") == [1, 2])
    }

    @Test(
        "and objects of other APIs are skipped and reported",
        arguments: [
            #"{"id":3,"name":"Jane","avatar":"x"}"#, #"{"id":3,"firstName":"Jane","lastName":"Doe","email":"x"}"#,
            #"{"id":3,"title":"A film","rating":5,"thumbnail":"http://x/y.jpg"}"#,
            #"{"id":"3","name":"X","image":{"url":"y"}}"#,
            #"{"id":3,"name":"page","modified":"2014-04-29T00:00:00Z","html":"x"}"#,
        ])
    func others(record: String) async throws {
        let imported = try ImportFixture("[\(Self.one),\(record),\(Self.two)]")
        #expect(imported.report.badCount == 1)
        #expect(imported.problems.first?.hasPrefix("a.json:2: ") == true)
        #expect(try await imported.client.ids("characters") == [1, 2])
        #expect(imported.report.counts.count == 1)
    }
}
