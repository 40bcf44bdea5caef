import Basics
import Support
import Testing

@testable import Gateway
@testable import Pictures

@Suite("A field of a hero")
struct HeroFieldTests {
    /// A value of each field that a record of the catalogue may have, and its text on the hero's page; nil if only clients
    /// of the API see it.
    private static let fields: [String: (value: String, text: String?)] = [
        "id": ("1009718", #"href="/heroes/1009718"#), "name": (#""Test Wolf""#, ">Test Wolf<"),
        "description": (#""Heals quickly.""#, "Heals quickly."), "emblem": (#""claws rust gold night""#, nil),
        "modified": (#""2014-04-29T14:18:17-0400""#, nil), "thumbnail": ("true", "/images/characters/1009718"),
        "wiki": (#""http://wiki.example/wolf""#, "http://wiki.example/wolf"), "realName": (#""James H.""#, "James H."),
        "aliases": (#"["Logan X."]"#, "Logan X."), "teams": (#"["Test Squad"]"#, "Test Squad"),
        "firstAppearance": (#""First Tales (1974) #180""#, "First Tales (1974) #180"),
        "keywords": (#""claws, feral""#, nil), "icon": ("true", nil),
        "side": (#""hero""#, nil), "gender": (#""male""#, nil),
    ]

    @Test("from the catalogue is on the hero's page, through the archive, the API and the source")
    func page() async throws {
        #expect(Set(CatalogueItem.names(.characters)) == Set(Self.fields.keys), "add a value and its text to this test")
        let record = Self.fields.map { #""\#($0.key)":\#($0.value.value)"# }.joined(separator: ",")
        var catalogue = Catalogue()
        let claws = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
            <path class="main" d="M1 1H8V8Z"/>
            </svg>
            """
        catalogue.motifs = ["claws": try Motif("claws", Array(claws.utf8))]
        try catalogue.add(Array("[{\(record)}]".utf8), file: "characters.json")
        let archive = try Archive()
        try archive.add(catalogue)
        let object = try #require(try await archive.object(.characters, 1_009_718, facts: true)?.results)
        let base = object.map { $0 == JSON.baseURLMark ? Array("http://heroes.test".utf8) : [$0] }.joined()
        let json = #"{"code":200,"data":{"total":1,"results":[\#(String(decoding: Array(base), as: UTF8.self))]}}"#
        let site = try SiteOnUpstream { $0.hasPrefix("/v1/public/characters/1009718?") ? .json(json) : .marvel($0) }
        let page = await site.get("/heroes/1009718-test-wolf").text
        for (name, field) in Self.fields {
            if let text = field.text { #expect(page.contains(text), "\(name)") }
        }
    }
}
