import Testing

@testable import Gateway

@Suite("A recorded address of the API")
struct ImportAddressTests {
    @Test(
        "leads to this service, whatever of it is named and whatever stands behind",
        arguments: [
            "", "/", "/comics", "/comics/some-one_2", #"/"x"#, #"/","upc":"1"#, #"/\"#, "/\u{1}", "/\u{2}\u{0}",
            "/\u{3}1,1\u{3}", "/\n", "/é",
        ])
    func tail(_ tail: String) async throws {
        let item = #"{"resourceURI":\#(Recorded.quoted("\(Recorded.base)/series/7\(tail)")),"name":"S"}"#
        let summary = #"{"available":1,"items":[\#(item)]}"#
        let imported = try ImportFixture(
            #"[\#(Recorded.comic(10, "C", #","series":\#(item),"variants":[\#(item)]"#)),"#
                + #"{"id":1,"name":"A","modified":"2014-04-29","series":\#(summary)}]"#)
        #expect(imported.complaints == [])
        let comic = try await imported.only("comics")
        let hero = try await imported.only("characters")
        for told in [comic["series"], comic["variants"]?.elements.first, hero["series"]?["items"]?.elements.first] {
            #expect(told?["resourceURI"]?.text == "http://test/v1/public/series/7\(tail)")
        }
    }

    @Test("is text like any other in a field that names no object")
    func text() async throws {
        let address = "\(Recorded.base)/series/7"
        let more =
            #","thumbnail":{"path":"\#(address)","extension":"jpg"},"urls":[{"type":"detail","url":"\#(address)"}]"#
        let comic = try await ImportFixture(Recorded.comic(10, "C", more)).only("comics")
        #expect(comic["thumbnail"]?["path"]?.text == address)
        #expect(comic["urls"]?.elements.first?["url"]?.text == address)
    }
}
