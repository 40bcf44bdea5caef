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
        let list = try await visit.fetch(retry: .allHeroes, await comics())
        guard !list.comics.isEmpty else { throw Failure(.notFound, retry: .allHeroes) }
        return Response(
            hardened: [
                .contentType: "application/xml; charset=utf-8", .cacheControl: "no-cache",
                .contentDisposition: "attachment; filename=\"\(Slug.of(list.name)).cbl\"",
            ], list.bytes)
    }

    private func comics() async throws(HeroError) -> ReadingList {
        switch owner {
        case .hero(let id):
            let hero = try await visit.source.hero(id).value
            return ReadingList(name: "\(hero.name): start here", comics: hero.firstReads.map(\.topic))
        case .topic(let id):
            return ReadingList(name: try await visit.source.knownTopic(id).title, comics: try await allComics())
        case .source, .search: throw .notFound
        }
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
struct ReadingList {
    let name: String
    let comics: [Topic]

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(raw: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ReadingList>\n<Name>")
        bytes.append(escaping: name)
        bytes.append(raw: "</Name>\n<Books>\n")
        for comic in comics {
            bytes.append(raw: "<Book")
            for (name, value) in comic.bookAttributes {
                bytes.append(raw: " \(name)=\"")
                bytes.append(escaping: value)
                bytes.append(raw: "\"")
            }
            bytes.append(raw: " />\n")
        }
        bytes.append(raw: "</Books>\n<Matchers />\n</ReadingList>\n")
        return bytes
    }
}

extension Topic {
    /// The attributes of a book: series, number, volume (the first year of the series) and year. They are parts of titles
    /// such as "Civil War (2006) #1", or of "Civil War #1 (2006)" and the series "Civil War (2006–2007)".
    fileprivate var bookAttributes: [(name: String, value: String)] {
        let parts = title.split(separator: " #", maxSplits: 1)
        let series = parents.first { $0.id?.kind == .series }?.title ?? ""
        let (name, titleYear) = Self.series(String(parts.first ?? ""))
        let volume = titleYear ?? Self.series(series).year ?? start?.year
        let number = parts.dropFirst().first.map { $0.prefix { $0 != " " } } ?? "1"
        let year = start?.year ?? volume
        return [("Series", name), ("Number", String(number))]
            + [("Volume", volume), ("Year", year)].compactMap { name, year in year.map { (name, String($0)) } }
    }

    /// Returns the name and the first year of "Civil War (2006–2007)".
    private static func series(_ title: String) -> (name: String, year: Int?) {
        guard let match = title.wholeMatch(of: /(.+) \((\d{4})\b[^()]*\)/) else { return (title, nil) }
        return (String(match.1), Int(match.2))
    }
}
