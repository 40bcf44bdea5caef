import Heroes
import Support
import Testing

@testable import ComicVine

@Suite("Names in searches of Comic Vine")
struct NamedSearchTests {
    /// A source with heroes and events whose names are common words, or parts of each other.
    private func fixture() throws -> SourceFixture {
        var fixture = try SourceFixture()
        fixture.askingWords = [
            "who", "is", "comics", "powers", "where", "to", "start", "with", "hero", "best", "marvel",
        ]
        let heroes = [
            (1, "The Thing", 240), (2, "Thing Ring", 20), (3, "Thor", 230), (4, "Man", 12), (5, "Stand", 11),
            (6, "Hero", 13),
            (7, "Ultron", 80), (8, "Spider", 90), (9, "Peter", 300), (10, "Captain Marvel", 95),
        ]
        for (id, name, appearances) in heroes {
            fixture.server.edit("characters", id) { hero in
                hero = ["id": id, "name": name, "publisher": ["id": 31], "count_of_issue_appearances": appearances]
            }
        }
        for (id, name) in [(40_001, "\"Age of Ultron\""), (40_009, "Born Again"), (40_004, "Home"), (40_005, "Vision")]
        {
            fixture.server.edit("story_arcs", id) { $0["name"] = name }
        }
        return fixture
    }

    private func source(_ fixture: SourceFixture) async throws -> ComicVineSource {
        let source = try await fixture.filledSource()
        try await source.updater.updateArcs()
        return source
    }

    @Test(
        "a hero whose complete name is in a search comes first: the longest name, then the best known hero",
        arguments: [
            ("The Thing", ["The Thing", "Thing Ring"]), ("who is the Thing?", ["The Thing"]),
            ("Thing comics", ["The Thing"]),
            ("thing ring", ["Thing Ring"]), ("thor powers and weaknesses", ["Thor"]),
            ("spiderman no way home", ["Spider-Man"]),
            ("wolverine last stand", ["Wolverine", "Stand"]), ("iron man 3", ["Iron Man"]), ("ironman", ["Iron Man"]),
            ("storm and wolverine", ["Wolverine", "Storm"]), ("storm of the century", ["Storm"]),
            ("hawkeye comics", ["Hawkeye (Clint Barton)", "Hawkeye (Kate Bishop)"]),
            ("who is peter parker", ["Spider-Man", "Peter"]), ("the hero", ["Hero"]),
            ("best hero of glass", ["Glass Harbour"]), ("age of ultron", ["Ultron"]),
        ])
    func first(text: String, names: [String]) async throws {
        let results = try await source(try fixture()).search(text, PageRange())
        #expect(results.heroes.items.prefix(names.count).map(\.hero.name) == names)
        #expect(results.isComplete)
    }

    @Test(
        "heroes, teams and events are named once each; a title comes first if it is all of the search and no hero's name",
        arguments: [
            ("who is thor", ["Thor"]), ("iron man", ["Iron Man"]), ("storm vs wolverine", ["Wolverine", "Storm"]),
            ("hawkeye", ["Hawkeye (Clint Barton)"]), ("the avengers", ["Avengers"]), ("Avengers comics", ["Avengers"]),
            ("age of ultron", ["Age of Ultron", "Ultron"]), ("daredevil born again", ["Daredevil", "Born Again"]),
            ("spider-man no way home", ["Spider-Man"]), ("home", ["Home"]),
            ("vision", ["Vision (Victor Shade)", "Vision"]),
            ("best hero", ["Hero"]), ("avenger", []), ("sto", []),
        ])
    func named(text: String, names: [String]) async throws {
        let source = try await source(try fixture())
        let results = try await source.search(text, PageRange())
        #expect(results.named.map(\.name) == names)
        if case .hero(let hero) = results.named.first { #expect(results.heroes.items.first?.hero == hero) }
        let later = try await source.search(text, PageRange(offset: PageRange.pageLength))
        #expect(later.named.isEmpty)
        #expect(later.isComplete == results.isComplete)
    }

    @Test("a hero who is named by a real name says so")
    func realName() async throws {
        let results = try await source(try fixture()).search("who is peter parker", PageRange())
        #expect(results.heroes.items.first?.reason == .alias("Peter Parker"))
    }

    @Test("teams and events with exactly the name come before others with its words")
    func topics() async throws {
        let fixture = try fixture()
        fixture.server.edit("story_arcs", 40_006) { $0["name"] = "A Home for Thor" }
        let groups = try await source(fixture).search("home comics", PageRange()).groups
        #expect(groups.map { $0.items.map(\.name) } == [["Home", "A Home for Thor"]])
    }

    @Test("words that ask are not sent, and searches that differ in them cost one call of a kind")
    func calls() async throws {
        let fixture = try fixture()
        let source = try await source(fixture)
        let before = fixture.server.calls.count
        for text in ["Thor comics", "who is Thor?", "thor", "where to start with thor"] {
            #expect(try await source.search(text, PageRange()).heroes.items.first?.hero.name == "Thor")
        }
        #expect(fixture.calls(since: before) == ["characters": 1, "search": 1])
        #expect(fixture.server.calls("characters").last?["filter"] == "name:Thor")
        #expect(fixture.server.calls("search").last?["query"] == "Thor")
    }

    @Test(
        "the name that a search asks for is sent as the hero has it",
        arguments: [
            ("spiderman comics", "Spider-Man"), ("captain marvel", "Captain Marvel"), ("who is the thing", "Thing"),
            ("peter parker", "Peter Parker"), ("captain comics", "captain"), ("spider-man’s powers", "Spider-Man"),
            ("spider-man 2 comics", "spider-man 2"),
        ])
    func sentName(text: String, name: String) async throws {
        let fixture = try fixture()
        let source = try await source(fixture)
        _ = try await source.search(text, PageRange())
        #expect(fixture.server.calls("characters").last?["filter"] == "name:\(name)")
        #expect(fixture.server.calls("search").last?["query"] == name)
    }
}

extension NamedMatch {
    fileprivate var name: String {
        switch self {
        case .hero(let hero): hero.name
        case .topic(let topic): topic.title
        }
    }
}
