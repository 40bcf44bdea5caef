import Heroes
import Testing

@testable import MarvelAPI

@Suite struct MentionTests {
    private func mentions(_ characters: String) throws -> [Work.Mention] {
        let text = #"{"data":{"results":[{"id":1,"title":"War","characters":\#(characters)}]}}"#
        return try Payload<EventPayload>(Array(text.utf8)).items.first.map { $0.work([]).heroes } ?? []
    }

    private func item(_ uri: String, _ name: String) -> String { #"{"resourceURI":"\#(uri)","name":"\#(name)"}"# }

    @Test("an event has its first heroes, with the id at the end of their URIs")
    func named() throws {
        let items = [
            item("http://gateway.marvel.com/v1/public/characters/1009610", " Spider-Man "),
            item("/characters/7/", "Nova"),
        ]
        #expect(
            try mentions(#"{"available":40,"items":[\#(items.joined(separator: ","))]}"#) == [
                Work.Mention(id: 1_009_610, name: "Spider-Man"), Work.Mention(id: 7, name: "Nova"),
            ])
    }

    @Test(
        "items without a hero are skipped",
        arguments: [
            "null", "7", "[]", "{}", #"{"items":null}"#, #"{"items":{}}"#, #"{"items":[null,7,{},{"name":"A"}]}"#,
            #"{"items":[{"resourceURI":"","name":"A"},{"resourceURI":"/characters/x","name":"A"}]}"#,
            #"{"items":[{"resourceURI":"/characters/-1","name":"A"},{"resourceURI":"/characters/0","name":"A"}]}"#,
            #"{"items":[{"resourceURI":"/characters/99999999999999999999","name":"A"}]}"#,
            #"{"items":[{"resourceURI":"/characters/1","name":" "},{"resourceURI":7,"name":"A"}]}"#,
        ])
    func skipped(characters: String) throws {
        #expect(try mentions(characters).isEmpty)
    }

    @Test("at most twenty heroes are read")
    func many() throws {
        let items = (1...5000).map { item("/characters/\($0)", "A") }.joined(separator: ",")
        #expect(try mentions(#"{"items":[\#(items)]}"#).map(\.id) == Array(1...20))
    }
}
