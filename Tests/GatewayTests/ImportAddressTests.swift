import Testing

@testable import Gateway

@Suite("A recorded address of the API")
struct ImportAddressTests {
    /// A comic and a hero with the address wherever one can stand.
    private static func records(_ address: String) -> String {
        let item = #"{"resourceURI":\#(Recorded.quoted(address)),"name":"S"}"#
        let more =
            #","series":\#(item),"variants":[\#(item)],"thumbnail":{"path":\#(Recorded.quoted(address)),"extension":"jpg"},"#
            + #""urls":[{"type":"detail","url":\#(Recorded.quoted(address)),"collectionURI":\#(Recorded.quoted(address))}]"#
        let summary = #"{"available":1,"items":[\#(item)]}"#
        return #"[\#(Recorded.comic(10, "C", more)),{"id":1,"name":"A","modified":"2014-04-29","series":\#(summary)}]"#
    }

    @Test(
        "is text like any other where it holds what none of them does",
        arguments: [
            #"/"x"#, #"/","upc":"1"#, #"/\"#, "/\u{1}", "/\u{2}\u{0}", "/\u{3}1,1\u{3}", "/\n", "/\u{7F}", "/é", "/ ",
            "?a=b", "/%22", "/<b>",
        ])
    func odd(tail: String) async throws {
        let address = "\(Recorded.base)/series/7\(tail)"
        let imported = try ImportFixture(Self.records(address))
        #expect(imported.complaints == [])
        let comic = try await imported.only("comics")
        let link = try #require(comic["urls"]?.elements.first)
        for told in [
            comic["series"]?["resourceURI"], comic["variants"]?.elements.first?["resourceURI"],
            comic["thumbnail"]?["path"], link["url"], link["collectionURI"],
        ] { #expect(told?.text == address) }
        // An item that names no object is none.
        #expect(try await imported.only("characters")["series"]?["items"] == .array([]))
    }

    @Test("leads to this service, whatever of it is named", arguments: ["", "/", "/comics", "/comics/some-one_2"])
    func usual(tail: String) async throws {
        let imported = try ImportFixture(Self.records("\(Recorded.base)/series/7\(tail)"))
        let comic = try await imported.only("comics")
        let local = "http://test/v1/public/series/7\(tail)"
        #expect(comic["series"]?["resourceURI"]?.text == local)
        #expect(comic["variants"]?.elements.first?["resourceURI"]?.text == local)
    }
}
