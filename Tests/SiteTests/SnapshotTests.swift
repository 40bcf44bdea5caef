import Foundation
import HTML
import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@testable import Site

@Suite("Every page as a visitor gets it")
struct SnapshotTests {
    @Test("matches its snapshot, as does the frame of all pages")
    func pages() async throws {
        try await Snapshot.check(try await Snapshot.frame(), "frame")
        for page in Self.pages { try await Snapshot.check(try await Snapshot.page(page.parts()), page.name) }
        let files = try FileManager.default.contentsOfDirectory(atPath: Snapshot.folder)
        #expect(Set(files) == Set((Self.pages.map(\.name) + ["frame"]).map { $0 + ".txt" }), "no file is left over")
    }

    @Test("shows a hostile name as text, in attributes too")
    func hostile() async throws {
        for page in Self.pages {
            let text = try await page.parts().joined()
            for markup in ["<script>alert", "<Series>", "<Doom", "javascript:", "onerror"] {
                #expect(!text.contains(markup), "\(page.name)")
            }
        }
    }

    @Test("every picture that a transition names is on its page once, and named once")
    func transitions() async throws {
        for page in Self.pages {
            let text = try await page.parts().joined()
            let names = text.matches(of: /#([a-z]+-[0-9]+){--portrait/).map(\.1)
            #expect(Set(names).count == names.count, "\(page.name)")
            for name in names {
                #expect(text.components(separatedBy: " id=\"\(name)\"").count == 2, "\(name) in \(page.name)")
            }
        }
    }

    /// A page in a state of its source and of the visitor.
    private struct Page: Sendable {
        let name: String
        /// Returns the text of the response, in the parts in which it is sent.
        let parts: @Sendable () async throws -> [String]

        init(
            _ name: String, _ target: String, _ source: ScriptedSource = everything, cookie: Bool = false,
            configure: @escaping @Sendable (inout SiteConfiguration) -> Void = { _ in }
        ) {
            self.init(name) {
                let site = try await Self.site(source, configure)
                return await site.get(target, cookie ? SiteUnderTest.visitorCookie : .of(["Host": "heroes.example"]))
            }
        }

        init(_ name: String, late target: String, _ source: ScriptedSource = everything) {
            self.name = name
            // The parts after the head come in any order.
            parts = {
                let parts = try await SiteUnderTest.late(target, source).parts
                return parts.prefix(1) + parts.dropFirst().sorted()
            }
        }

        /// Creates the page that a followed link shows before the source answers, with the article that is sent in its place.
        init(_ name: String, followed target: String, _ source: ScriptedSource = everything) {
            self.name = name
            parts = {
                let parts = try await ShellTests.parts(target, source) { $0.hue = { _ in 250 } }
                return parts.prefix(2) + parts.dropFirst(2).sorted()
            }
        }

        init(_ name: String, _ response: @escaping @Sendable () async throws -> Response) {
            self.name = name
            parts = {
                let response = try await response()
                let head = response.fields.map { "\($0.name): \($0.value)\n" }.joined()
                return try await ["\(response.status.code)\n\(head)\n\(response.text)"]
            }
        }

        /// Returns a site on which the visitor has two favourites.
        static func site(
            _ source: ScriptedSource = everything, _ configure: (inout SiteConfiguration) -> Void = { _ in }
        ) async throws -> SiteUnderTest {
            let (store, visitor) = (MemoryStore(), try #require(Visitor(token: SiteUnderTest.visitorToken)))
            for hero in [ScriptedSource.hostile, ScriptedSource.spider] {
                let favourite = Favourite(id: hero.id, name: hero.name, thumbnail: hero.thumbnail, added: .distantPast)
                try await store.add(favourite, for: visitor)
            }
            return try SiteUnderTest(
                source, favourites: store,
                configure: { configuration in
                    configuration.hue = { _ in 250 }
                    configuration.collage = { "/images/collage/\($0.count).png" }
                    configure(&configuration)
                })
        }

        /// Creates a page that a form leads to.
        init(_ name: String, posting form: String, to target: String, thenGetting shown: String? = nil) {
            self.init(name) {
                let (site, cookie) = (try await Self.site(), SiteUnderTest.visitorCookie)
                let response = await site.post(target, form, cookie)
                if let shown { return await site.get(shown, cookie) }
                return await site.shown(after: response, cookie)
            }
        }
    }

    private static let everything: ScriptedSource = {
        var source = ScriptedSource.withEvent
        let spider = ScriptedSource.spider
        // A hero of its own, since other tests derive texts from that one.
        var hero = Hero(
            id: spider.id, name: spider.name, description: spider.description, thumbnail: spider.thumbnail,
            links: spider.links)
        hero.facts = HeroFacts(
            realName: "Peter Parker", aliases: ["Spidey", "Web-Slinger <b>"],
            teams: [
                .init(TopicReference("New <Avengers>", ScriptedSource.team.id), "founder <first>"),
                .init(TopicReference("No page", nil)),
            ],
            firstAppearance: TopicReference("War #1", ScriptedSource.comic.id), appearances: 1773)
        hero.facts?.creators = [TopicReference("Stan <Lee>", ScriptedSource.person.id)]
        hero.namesakes = [Hero(id: 5, name: "Spider-Man (<Miles>)"), Hero(id: 6, name: "Spider-Man")]
        hero.biography = "<h2>Origin</h2><p>Bitten by a <b>spider</b>.</p>"
        hero.relations = [
            Relation(.enemy, Hero(id: 1, name: "Hero 1"), "stole his <body>"),
            Relation(.family, Hero(id: 2, name: "Hero (May Parker)")),
        ]
        hero.companions = [Hero(id: 3, name: "Hero 3")]
        hero.firstReads = [Hero.FirstRead(ScriptedSource.comic, "Here <it> begins.")]
        source.heroes[1] = hero
        source.heroes.append(Hero(id: 900, name: "Hero 3", description: "The other one."))
        (source.hasDetails, source.cachedHeroes) = (true, [spider])
        var event = ScriptedSource.event
        event.previous = TopicReference("House of M", TopicID(.events, 237))
        event.next = TopicReference("World War Hulk", TopicID(.events, 240))
        source.topics[.events]?[0] = event
        source.orders = [.newest, .oldest, .name]
        source.matches = [
            SearchMatch(hero, .alias("Peter <Doom> Parker")), SearchMatch(ScriptedSource.hostile, .name),
            SearchMatch(Hero(id: 4, name: "Hero 4"), .team("Mighty <Avengers>")),
            SearchMatch(Hero(id: 5, name: "Hero 5"), .title("Tales (1959) #1")),
        ]
        source.groups = [
            SearchGroup(.teams, [SearchGroup.Item(id: 1, name: "Doom <Patrol>")], total: 9),
            SearchGroup(.events, [SearchGroup.Item(id: 116, name: "Doomwar")], total: 1),
        ]
        source.paths[[1_009_610, 2]] = [
            PathStep(Hero(id: 1, name: "Hero 1"), .shared(TopicReference("Civil <War>", event.id))),
            PathStep(Hero(id: 2, name: "Hero 2"), .relation(.enemy, reason: "stole <his> hat")),
            PathStep(Hero(id: 3, name: "Hero 3"), .relation(.ally, reason: nil)),
            PathStep(Hero(id: 4, name: "Hero 4"), .shared(TopicReference("<X>-Men", TopicID(.teams, 7)))),
            PathStep(Hero(id: 5, name: "Hero 5"), .shared(TopicReference("Tales (1959) #1", TopicID(.comics, 8)))),
        ]
        return source
    }()

    private static func changed(_ change: (inout ScriptedSource) -> Void) -> ScriptedSource {
        var source = everything
        change(&source)
        return source
    }

    private static let named = changed {
        $0.named = [.topic(ScriptedSource.event), .topic(ScriptedSource.team), .hero(ScriptedSource.hostile)]
        $0.groups.append(SearchGroup(.series, [SearchGroup.Item(id: 7, name: "The Wars")], total: 1))
    }

    private static let twoNamed = changed {
        $0.named = [.hero(ScriptedSource.spider), .topic(ScriptedSource.event), .hero(ScriptedSource.hostile)]
    }

    private static let empty = changed {
        ($0.heroes, $0.topics, $0.matches, $0.groups) = ([], [:], [], [])
    }

    private static let (spider, event) = ("/heroes/1009610-spider-man", "/events/238-civil-war")

    private static let pages: [Page] =
        [
            Page("front", "/", cookie: true), Page("front-empty", "/", empty),
            Page("heroes", "/heroes", cookie: true), Page("heroes-2", "/heroes?page=2"),
            Page("heroes-narrowed", "/heroes?team=5&side=villain&sort=known", NarrowedListTests.source),
            Page("heroes-narrowed-none", "/heroes?team=5&gender=male", NarrowedListTests.source),
            Page(
                "search-list", "/heroes?q=villains",
                changed {
                    ($0.filter, $0.choices) = (HeroFilter(side: .villain), NarrowedListTests.source.choices)
                }),
            Page("heroes-late", late: "/heroes"), Page("heroes-past-the-end", "/heroes?page=9"),
            Page(
                "heroes-late-failure", late: "/heroes",
                everything.failing([.heroes(HeroQuery(range: .page(1))): .timedOut("")])),
            Page("letter", "/heroes/a-z/h"), Page("letter-none", "/heroes/a-z/q"),
            Page("search", "/heroes?q=doom&page=1", cookie: true), Page("search-nothing", "/heroes?q=zzzz", empty),
            Page("search-nothing-late", late: "/heroes?q=zzzz", empty),
            Page("search-inexact", "/heroes?q=doom+patrol", changed { $0.isComplete = false }),
            Page("search-groups", "/heroes?q=doom", changed { $0.matches = [] }),
            Page("search-topic", "/heroes?q=civil+war+new+avengers", named),
            Page("search-topic-late", late: "/heroes?q=civil+war+new+avengers", named),
            Page("search-two-heroes", "/heroes?q=spider-man+doom+civil+war", twoNamed),
            Page("search-long", "/heroes?q=" + String(repeating: "a", count: 101)),
            Page("search-limited", "/heroes?q=doom", changed { $0.gap = .searchUnavailable }),
            Page("shared", "/heroes?ids=66,1009610,1", cookie: true), Page("shared-none", "/heroes?ids=5000"),
            Page("hero", spider, cookie: true), Page("hero-late", late: spider), Page("hero-bare", "/heroes/66", empty),
            Page("hero-followed", followed: spider, changed { ($0.hasDetails, $0.cachedHeroes) = (false, []) }),
            Page("hero-facts", spider, changed { ($0.hasDetails, $0.cachedHeroes) = (false, []) }),
            Page("hero-hostile", "/heroes/66-script-alert-doom-script-sohne"),
            Page("hero-without-topics", "/heroes/1-hero-1", changed { $0.topics = [:] }),
            Page(
                "hero-failed-sections", spider,
                everything.failing([
                    .topics(.comics): .timedOut(""), .topics(.series): .unavailable("", retryAfter: 3600),
                ])),
            Page("event", event), Page("event-late", late: event, changed { $0.hasDetails = false }),
            Page("event-followed", followed: event), Page("comic", "/comics/101-war-1"),
            Page(
                "event-failed-heroes", event,
                everything.failing([
                    .heroes(HeroQuery(in: ScriptedSource.event.id)): .broken("")
                ])),
            Page("series-without-heroes", "/series/7-the-wars"),
            Page("team", "/teams/5-new-avengers"), Page("person", "/people/30-stan-lee"),
            Page("topics", spider + "/comics"), Page("topics-2", spider + "/comics?sort=oldest&page=2"),
            Page("topics-late", late: spider + "/comics"), Page("topics-none", event + "/series"),
            Page("topics-of-source", "/teams"), Page("topics-of-source-none", "/events", empty),
            Page("topics-found", "/comics?q=Comic"), Page("topics-found-none", "/events?q=zzzz"),
            Page("path", spider + "/to/2-hero-2"), Page("path-none", "/heroes/2-hero-2/to/1009610-spider-man"),
            Page("path-same", spider + "/to/1009610-spider-man"), Page("path-search", spider + "/to"),
            Page("path-choice", spider + "/to?q=doom"), Page("path-nothing-found", spider + "/to?q=zzzz", empty),
            Page("about", "/about"),
            Page("about-image-hosts", "/about") {
                $0.imageHosts = ["https:", "https://pictures.example", "https://covers.example"]
            },
            Page("favourites", "/favourites?sort=name", cookie: true), Page("favourites-none", "/favourites"),
            Page("favourites-undo", posting: "action=remove", to: "/favourites/66", thenGetting: "/favourites"),
            Page("import", posting: "list=[1,4000]", to: "/favourites/import"),
            Page("code", posting: "", to: "/favourites/code"), Page("move", "/favourites/move"),
            Page("move-rejected", posting: "code=7Q2MX-0TB4K", to: "/favourites/move"),
            Page("forgotten", "/favourites/forget"),
            Page("unknown-path", "/nowhere"), Page("malformed-page", "/heroes?page=x"),
            Page("hero-not-found", "/heroes/5000-x"),
        ] + [
            Page("move-confirmation") {
                let (site, cookie) = (try await Page.site(), SiteUnderTest.visitorCookie)
                let code = try await site.code(cookie)
                return await site.get("/favourites/move?code=\(code)", .of(["Host": "heroes.example"]))
            },
            Page("move-own") {
                let (site, cookie) = (try await Page.site(), SiteUnderTest.visitorCookie)
                return await site.get("/favourites/move?code=\(try await site.code(cookie))", cookie)
            },
            Page("move-join") {
                let (site, cookie) = (try await Page.site(), SiteUnderTest.visitorCookie)
                let code = try await site.code(cookie)
                let other = await site.post("/favourites/7", "action=add&back=/heroes", .of(["Host": "heroes.example"]))
                return await site.get("/favourites/move?code=\(code)", other.cookieFields)
            },
            Page("wrong-method") {
                let request = Request(
                    method: .delete, target: "/favourites/clear", fields: .of(["Host": "heroes.example"]))
                return try await Page.site().site.respond(to: request)
            },
            Page("unread-favourites") {
                let store = RecordingStore()
                store.fail(with: .unavailable(""))
                return try await SiteUnderTest(everything, favourites: store).get(
                    "/heroes", SiteUnderTest.visitorCookie)
            },
            Page("problem") { try await Page.site().get("/nowhere", [.accept: "application/json"]) },
        ]
}

/// Compares pages with their snapshot files; `RECORD_SNAPSHOTS=1` rewrites the files.
enum Snapshot {
    static let folder = SiteUnderTest.root + "/Tests/Fixtures/snapshots"

    /// The lines before and after the content of every page, those of `/about`.
    private static let frameLines = Task {
        let page = try await SiteUnderTest().get("/about", .of(["Host": "heroes.example"]))
        let (before, _, after) = split(try await clean(page.text))
        return (before: before, after: after)
    }

    static func frame() async throws -> String {
        let frame = try await frameLines.value
        return (frame.before + frame.after).joined(separator: "\n")
    }

    /// Returns a page as it is compared: its parts, with the lines that differ from the frame in place of the frame.
    static func page(_ parts: [String]) async throws -> String {
        let frame = try await frameLines.value
        let text = clean(parts.joined(separator: "\n=== next part ===\n"))
        guard let start = text.firstRange(of: "<!doctype") else { return text }
        let (before, content, after) = split(String(text[start.lowerBound...]))
        // A skeleton repeats its lines.
        let distinct = content.enumerated().filter { $0 == 0 || content[$0 - 1] != $1 }.map(\.element)
        return text[..<start.lowerBound]
            + (changes(before, frame.before) + distinct + changes(after, frame.after)).joined(separator: "\n")
    }

    /// Splits a page at the start and end of its content, which belong to the content.
    private static func split(_ page: String) -> (before: [String], content: [String], after: [String]) {
        let lines = page.components(separatedBy: "\n")
        let start = lines.firstIndex { $0.hasPrefix("<main") } ?? 0
        let end = lines.firstIndex(of: "</main>").map { $0 + 1 } ?? lines.count
        return (Array(lines[..<start]), Array(lines[start..<end]), Array(lines[end...]))
    }

    private static func clean(_ text: String) -> String {
        text.replacing(/\?v=[0-9a-f]+/, with: "?v=HASH").replacing(/ETag: W\/"[0-9a-f]+"/, with: "ETag: W/\"HASH\"")
            .replacing(/'sha256-[^']+'/, with: "'sha256-HASH'")
    }

    static func check(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let file = "\(folder)/\(name).txt"
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            return try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOfFile: file, encoding: .utf8)
        guard text != recorded else { return }
        let changes = changes(text.components(separatedBy: "\n"), recorded.components(separatedBy: "\n")).prefix(8)
        Issue.record(
            "\(name) differs from its snapshot:\n\(changes.joined(separator: "\n"))", sourceLocation: sourceLocation)
    }

    /// Returns the lines that were added to or removed from the others.
    private static func changes(_ lines: [String], _ others: [String]) -> [String] {
        lines.difference(from: others).map { change in
            switch change {
            case .insert(let line, let text, _): (line, "+ \(text)")
            case .remove(let line, let text, _): (line, "- \(text)")
            }
        }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
