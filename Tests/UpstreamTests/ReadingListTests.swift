import Basics
import Curl
import FoundationEssentials
import HTTP
import Heroes
import Support
import Testing

@testable import ComicVine
@testable import Gateway
@testable import MarvelAPI
@testable import Site

@Suite("Comic readers and reading lists")
struct ReadingListTests {
    /// The bundled catalogue behind its API.
    private static let gateway = Result {
        let folder = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Gateway/Catalogue").path
        let catalogue = try Catalogue.load(folder: folder)
        let archive = try Archive()
        try archive.add(catalogue)
        let configuration = GatewayConfiguration(baseURL: "http://test", access: .open, now: { .now })
        return (catalogue: catalogue, api: Gateway(archive: archive, configuration: configuration))
    }

    /// Returns the objects at a path of the bundled catalogue's API, as the site reads them.
    private static func read<Item: Decodable>(_ path: String) async throws -> [Item] {
        let response = await (try gateway.get().api).respond(to: Request(target: "/v1/public/\(path)"))
        guard case .bytes(let bytes) = response.body else { return [] }
        return try Payload<Item>(bytes, []).items
    }

    private static func books(_ comics: [Topic], database: String? = nil) -> [ListedBook] {
        ListedBook.all(in: String(decoding: ReadingList("A list", comics, database: database).bytes, as: UTF8.self))
    }

    /// Returns the comics of all reading lists of the bundled catalogue.
    private static func lists() async throws -> [[Topic]] {
        var lists: [[Topic]] = []
        for event in try gateway.get().catalogue.items(.events) {
            let comics: [EntityPayload] = try await read("events/\(event.id)/comics?orderBy=onsaleDate&limit=100")
            lists.append(comics.map { $0.topic(.comics) })
        }
        for hero in Set(try gateway.get().catalogue.firstReads.map(\.hero)) {
            let heroes: [CharacterPayload] = try await read("characters/\(hero)?facts=true")
            lists += heroes.map { $0.hero.firstReads.map(\.topic) }
        }
        return lists
    }

    @Test("every book of the catalogue has a series, a number and plausible years, and is once in its list")
    func catalogue() async throws {
        let lists = try await Self.lists()
        #expect(lists.count > 150)
        var (names, seriesIDs): ([Int: Set<String>], [Int: Int]) = ([:], [:])
        // An issue may have been published under another name than its series.
        var own: Set<Int> = []
        for entry in try Self.gateway.get().catalogue.items(.comics) {
            seriesIDs[entry.id] = entry.references["series"]?.id
            if entry.texts.contains(where: { $0.type == "indicia" }) { own.insert(entry.id) }
        }
        for list in lists {
            let books = Self.books(list)
            #expect(books.count == Set(list.map(\.title)).count)
            for book in books {
                #expect(!book.series.isEmpty)
                #expect(!book.series.contains("("), "\(book)")
                #expect(!book.number.isEmpty)
                #expect((1939...2030).contains(book.volume ?? 0), "\(book)")
                #expect((book.volume ?? 0)...2030 ~= book.year ?? 2030, "\(book)")
            }
            #expect(Set(books.map { "\($0.series) (\($0.volume ?? 0)) #\($0.number)" }).count == books.count)
            for comic in list where comic.id.kind == .series || !own.contains(comic.id.number) {
                let series = comic.id.kind == .series ? comic.id.number : seriesIDs[comic.id.number] ?? 0
                names[series, default: []].insert(comic.issue?.series ?? "")
            }
        }
        #expect(names.filter { $0.value.count > 1 }.isEmpty)
        let dated = lists.flatMap { Self.books($0) }.filter { $0.year != nil }
        #expect(dated.contains { ($0.year ?? 0) - ($0.volume ?? 0) > 9 })
        #expect(dated.count > 300)
    }

    /// Issues with the names that Comic Vine has, and the catalogue's titles have not.
    private static let library = ComicLibrary([
        ComicLibrary.Issue("The Avengers", 1963, "4"), ComicLibrary.Issue("The Avengers", 1963, "56"),
        ComicLibrary.Issue("The X-Men", 1963, "137"), ComicLibrary.Issue("The Uncanny X-Men", 1981, "142"),
        ComicLibrary.Issue("The Uncanny X-Men", 1981, "204"), ComicLibrary.Issue("The Incredible Hulk", 1962, "1"),
        ComicLibrary.Issue("The Incredible Hulk", 1968, "181"), ComicLibrary.Issue("The Incredible Hulk", 1968, "271"),
        ComicLibrary.Issue("The Infinity Gauntlet", 1991, "1"), ComicLibrary.Issue("Fear Itself", 2011, "1"),
        ComicLibrary.Issue("The Amazing Spider-Man", 1963, "121"),
        ComicLibrary.Issue("The Amazing Spider-Man", 1963, "538"), ComicLibrary.Issue("Civil War", 2006, "1"),
        ComicLibrary.Issue("Peter Parker, the Spectacular Spider-Man", 1980, "64"),
    ])

    @Test("Komga and Kavita find the catalogue's books in a library with Comic Vine's names")
    func names() async throws {
        let books = try await Self.lists().flatMap { Self.books($0) }
        #expect(Set(books.flatMap(Self.library.komga)).count == 14)
        #expect(Set(books.flatMap(Self.library.kavita)).count == 14)
        #expect(books.first { $0.series == "The Amazing Spider-Man" && $0.number == "121" }?.year == 1973)
    }

    @Test("Komga and Kavita find the books of another Marvel-compatible source, one for all printings")
    func marvel() throws {
        func comic(_ id: Int, _ title: String, _ format: String = "Comic") -> String {
            """
            {"id":\(id),"title":"\(title)","format":"\(format)","issueNumber":1,
            "series":{"resourceURI":"http://x/v1/public/series/61","name":"Silent Bay (2008 - 2009)"},
            "dates":[{"type":"onsaleDate","date":"2009-01-03T00:00:00-0500"}]}
            """
        }
        let comics = [
            comic(1, "Silent Bay (2008) #1"), comic(2, "Silent Bay (2008) #1 (2ND PRINTING VARIANT)"),
            comic(3, "Silent Bay (2008) #½"), comic(4, "Silent Bay (Trade Paperback)", "Trade Paperback"),
        ]
        let json = #"{"code":200,"data":{"results":[\#(comics.joined(separator: ","))]}}"#
        let books = Self.books(try Payload<EntityPayload>(Array(json.utf8), []).items.map { $0.topic(.comics) })
        let library = ComicLibrary(["1", "½"].map { ComicLibrary.Issue("Silent Bay", 2008, $0) })
        #expect(books.count == 2)
        #expect(books.map { library.komga($0).count } == [1, 1])
        #expect(books.map { library.kavita($0).count } == [1, 1])
        #expect(books.map(\.year) == [2009, 2009])
        #expect(library.mylar(books) == nil, "the ids are not Comic Vine's")
    }

    @Test("Komga, Kavita and Mylar find the books of Comic Vine's events")
    func comicVine() async throws {
        let server = try ComicVineServer()
        server.edit("story_arcs", 40_001) { $0["issues"] = (100_001...100_020).map { ["id": $0] } }
        let configuration = try ComicVineConfiguration(baseURL: server.url, key: ComicVineServer.key)
        let source = await ComicVineSource(configuration, curl: Curl())
        let event = TopicOwner.topic(TopicID(.events, 40_001))
        let comics = try await source.topics(.comics, of: event, by: .oldest, PageRange(limit: 100)).items
        let books = Self.books(try await source.withVolumes(comics, of: event), database: source.database)
        let library = ComicLibrary(
            try (100_001...100_020).map { id in
                let issue = server.record("issues", id)
                let volume = try #require((issue["volume"] as? ComicVineServer.Record)?["id"] as? Int)
                let series = server.record("volumes", volume)
                return ComicLibrary.Issue(
                    "\(series["name"] ?? "")", Int("\(series["start_year"] ?? "")") ?? 0,
                    "\(issue["issue_number"] ?? "")", seriesID: volume, id: id)
            })
        #expect(books.count == 20)
        #expect(books.allSatisfy { library.komga($0).count == 1 })
        #expect(books.allSatisfy { library.kavita($0).count == 1 })
        #expect(library.mylar(books)?.count == 20)
    }
}
