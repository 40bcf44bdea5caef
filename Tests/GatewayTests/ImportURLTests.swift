import Testing

@testable import Gateway

@Suite("A recorded API URL")
struct ImportURLTests {
    @Test(
        "is replaced by a local one, whatever follows the id",
        arguments: [
            "", "/", "/comics", "/comics/some-one_2", #"/"x"#, #"/","upc":"1"#, #"/\"#, "/\u{1}", "/\u{2}\u{0}",
            "/\u{3}1,1\u{3}", "/\n", "/é",
        ])
    func suffixes(_ tail: String) async throws {
        let item = #"{"resourceURI":\#(RecordedJSON.quoted("\(RecordedJSON.base)/series/7\(tail)")),"name":"S"}"#
        let summary = #"{"available":1,"items":[\#(item)]}"#
        let imported = try ImportFixture(
            #"[\#(RecordedJSON.comic(10, "C", #","series":\#(item),"variants":[\#(item)]"#)),"#
                + #"{"id":1,"name":"A","modified":"2014-04-29","series":\#(summary)}]"#)
        #expect(imported.problems == [])
        let comic = try await imported.only("comics")
        let hero = try await imported.only("characters")
        for object in [comic["series"], comic["variants"]?.elements.first, hero["series"]?["items"]?.elements.first] {
            #expect(object?["resourceURI"]?.text == "http://test/v1/public/series/7\(tail)")
        }
    }

    @Test("is not changed in a field that references no object")
    func otherFields() async throws {
        let address = "\(RecordedJSON.base)/series/7"
        let more =
            #","thumbnail":{"path":"\#(address)","extension":"jpg"},"urls":[{"type":"detail","url":"\#(address)"}]"#
        let comic = try await ImportFixture(RecordedJSON.comic(10, "C", more)).only("comics")
        #expect(comic["thumbnail"]?["path"]?.text == address)
        #expect(comic["urls"]?.elements.first?["url"]?.text == address)
    }
}
