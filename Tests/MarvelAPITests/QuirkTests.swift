import Heroes
import Support
import Testing

@testable import MarvelAPI

/// Quirks of the API's real data, one test each.
@Suite struct QuirkTests {
    private let heroes: [Hero]
    private let payload: Payload<CharacterPayload>

    init() throws {
        payload = try Payload(Fixture.bytes("marvel/characters.json"), ImageHost.marvel)
        heroes = payload.items.map(\.hero)
    }

    private func hero(_ id: Hero.ID) throws -> Hero { try #require(heroes.first { $0.id == id }) }

    private func topics(_ name: String) throws -> [EntityPayload] {
        try Payload<EntityPayload>(Fixture.bytes("marvel/\(name).json"), ImageHost.marvel).items
    }

    @Test("null, empty, blank, nbsp and #N/A descriptions are nil")
    func emptyDescriptions() throws {
        for id in [1_009_549, 1_010_698, 1_009_327, 1_009_496, 1_009_220] { #expect(try hero(id).description == nil) }
        for text in ["", " ", "\r\n", "&nbsp;", " &nbsp;&nbsp; ", "\u{A0}", " #N/A "] {
            #expect(text.asDescription == nil)
        }
        #expect(try hero(1_011_334).description == "A pair of goggles, two brothers, and three dimensions.")
    }

    @Test("HTML, mojibake, C1 controls, U+FFFD and text like a tag are unchanged")
    func rawDescription() throws {
        let text = try #require(try hero(1_009_610).description)
        for piece in ["<p class=\"Body\">", "&hellip;", "\r<br>", "Samâ€™s", "\u{9D}", "\u{FFFD}", ">ahem<"] {
            #expect(text.contains(piece))
        }
        #expect(try topics("comics")[0].description?.hasSuffix("\r\n32 PGS./Rated A ...$2.99") == true)
        #expect(try topics("comics")[3].description?.contains("â€\"") == true)
    }

    @Test("invalid dates, numbers above 2^53, issue 33.1 and issue -1 are ignored")
    func unexpectedFields() throws {
        #expect(try topics("comics").map(\.title)[1...2] == ["X-Men: Declassified #33.1", "Gun Theory (2003) #-1"])
        #expect(try hero(1_010_698).name == "Karolina Dean")
        #expect(try hero(1_009_549).name == "Araña")
        #expect(try topics("comics").map(\.id) == [17490, 17491, 17492, 17493])
        #expect(try topics("events").map(\.title) == ["Acts of Vengeance!", "Age of Ultron", "Fear Itself"])
    }

    @Test("null and placeholder thumbnails are nil, Marvel's pictures use https")
    func thumbnails() throws {
        for id in [1_009_549, 1_010_698, 1_009_327, 1_009_368, 1_009_718] { #expect(try hero(id).thumbnail == nil) }
        #expect(
            try hero(1_011_334).thumbnail?.url(.card)
                == "https://cdn.marvel.com/u/prod/marvel/i/mg/c/e0/535fecbbb9784/portrait_uncanny.jpg")
        #expect(try topics("comics")[2].thumbnail == nil)
        #expect(try topics("stories").allSatisfy { $0.thumbnail == nil })
    }

    @Test("names and titles are trimmed; a title can be a number")
    func names() throws {
        #expect(heroes.filter { $0.name == "Jean Grey" }.count == 2)
        #expect(try topics("series").map(\.title) == ["A+X (2012 - 2014)", "1602", "Ultimate Team-Up"])
    }

    @Test("an address is linked once, with the first kind, and a search at Marvel not at all")
    func repeatedLinks() throws {
        let paths = [("detail", "x"), ("wiki", "w"), ("comiclink", "x"), ("detail", "search?query=A")]
        let links = paths.map { #"{"type":"\#($0)","url":"http://marvel.com/\#($1)"}"# }
        let object = #"{"data":{"results":[{"id":1,"name":"A","urls":[\#(links.joined(separator: ","))]}]}}"#
        let entity = try #require(try Payload<EntityPayload>(Array(object.utf8), []).items.first)
        #expect(entity.links.map(\.kind) == ["detail", "wiki"])
    }

    @Test("an object without a valid id is skipped and counted")
    func badObjects() throws {
        #expect(payload.skipped == 7)
        #expect(heroes.map(\.name).suffix(2) == ["Wolverine", "Iron Man"])
        #expect(try hero(1_009_664).name == "Thor")
        #expect(try hero(1_009_368) == Hero(id: 1_009_368, name: "Iron Man"))
    }

    @Test("a hero without a name gets a placeholder")
    func unnamed() throws {
        #expect(try hero(1).name == "Unnamed hero")
        #expect(try hero(1_009_999).name == "Unnamed hero")
    }
}
