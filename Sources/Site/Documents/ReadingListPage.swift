import Basics
import HTML
import HTTP
import HTTPTypes
import Heroes

/// `/events/116-civil-war/comics.cbl`: the comics of an event, or those to start with for a hero, as a file for comic
/// readers.
struct ReadingListPage {
    let visit: Visit
    let owner: TopicOwner

    /// The most comics of a reading list; the largest event in Marvel's data has 261.
    private static let limit = 500

    func response() async throws(Failure) -> Response {
        let list = try await visit.fetch(retry: .allHeroes, await readingList())
        guard !list.books.isEmpty else { throw Failure(.notFound, retry: .allHeroes) }
        return Response(
            hardened: [
                .contentType: "application/xml; charset=utf-8", .cacheControl: "no-cache",
                .contentDisposition: ContentDisposition.attachment(
                    list.name, fallback: "reading-list", extension: "cbl"),
            ], list.bytes
        ).repeatable()
    }

    private func readingList() async throws(HeroError) -> ReadingList {
        let (name, comics): (String, [Topic])
        switch owner {
        case .hero(let id):
            let hero = try await visit.source.hero(id).value
            (name, comics) = ("\(hero.name): start here", hero.firstReads.map(\.topic))
        case .topic(let id): (name, comics) = (try await visit.source.knownTopic(id).title, try await allComics())
        case .source, .search: throw .notFound
        }
        let source = visit.source
        return ReadingList(name, try await source.withVolumes(comics, of: owner), database: source.database)
    }

    private func allComics() async throws(HeroError) -> [Topic] {
        var (comics, total): ([Topic], Int) = ([], 1)
        while comics.count < min(total, Self.limit) {
            let range = PageRange(offset: comics.count, limit: PageRange.maximumLimit)
            let page = try await visit.source.topics(.comics, of: owner, by: owner.order(of: .comics), range)
            guard !page.items.isEmpty else { break }
            comics += page.items
            total = page.total
        }
        return comics
    }
}

/// A list of comics in ComicRack's XML format (`.cbl`), which Komga, Kavita and Mylar read.
struct ReadingList: Sendable {
    let name: String
    private(set) var books: [Book] = []
    /// The database of the ids; nil if the books have none.
    private let database: String?

    struct Book: Sendable {
        var issue: Topic.Issue
        let id: Int
        let seriesID: Int?
    }

    /// Takes the issues among comics, each once: printings and covers are the same book. Collections are left out.
    init(_ name: String, _ comics: [Topic], database: String?) {
        (self.name, self.database) = (name, database)
        var positions: [BookKey: Int] = [:]
        for comic in comics {
            guard let issue = comic.issue else { continue }
            let seriesID = comic.parents.lazy.compactMap(\.id).first { $0.kind == .series }?.number
            let key = BookKey(issue, database == nil ? nil : seriesID)
            if let position = positions[key] {
                books[position].issue.year = books[position].issue.year ?? issue.year
            } else {
                positions[key] = books.count
                books.append(Book(issue: issue, id: comic.id.number, seriesID: seriesID))
            }
        }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(books.count * 160 + 256)
        bytes.append(raw: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ReadingList>\n<Name>")
        bytes.append(escaping: name)
        bytes.append(raw: "</Name>\n<Books>\n")
        for book in books { append(book, to: &bytes) }
        bytes.append(raw: "</Books>\n<Matchers />\n</ReadingList>\n")
        return bytes
    }

    private func append(_ book: Book, to bytes: inout [UInt8]) {
        bytes.append(raw: "<Book Series=\"")
        bytes.append(escaping: book.issue.series)
        bytes.append(raw: "\" Number=\"")
        bytes.append(escaping: book.issue.number)
        bytes.append(raw: "\"")
        append(" Volume", book.issue.volume, to: &bytes)
        append(" Year", book.issue.year, to: &bytes)
        guard let database, let seriesID = book.seriesID else { return bytes.append(raw: " />\n") }
        bytes.append(raw: ">\n<Database Name=\"")
        bytes.append(escaping: database)
        bytes.append(raw: "\"")
        append(" Series", seriesID, to: &bytes)
        append(" Issue", book.id, to: &bytes)
        bytes.append(raw: " />\n</Book>\n")
    }

    private func append(_ attribute: String, _ number: Int?, to bytes: inout [UInt8]) {
        guard let number else { return }
        bytes.append(raw: attribute)
        bytes.append(raw: "=\"")
        bytes.append(decimal: number)
        bytes.append(raw: "\"")
    }
}

/// The key of a book in a list: by name, number and volume, and by series if their ids are known to comic readers.
private struct BookKey: Hashable {
    let issue: Topic.Issue
    let seriesID: Int?

    init(_ issue: Topic.Issue, _ seriesID: Int?) {
        (self.issue, self.seriesID) = (
            Topic.Issue(series: issue.series, number: issue.number, volume: issue.volume), seriesID
        )
    }
}
