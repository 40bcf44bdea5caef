import Heroes

/// The details of a comic, a series or an event.
struct WorkRecord: Codable, Sendable {
    let work: Work
    /// The ids of its characters, of all publishers.
    var heroIDs: [Int] = []
    /// The ids of its issues.
    var issueIDs: [Int] = []
    /// The story arcs of a comic.
    var arcs: [WorkReference] = []
    /// The stories of a comic.
    var stories: [CharacterRecord.StoryRecord] = []

    init(_ issue: ComicVineIssue) {
        work = Work(issue)
        heroIDs = issue.characterCredits.map(\.id)
        arcs = issue.arcCredits.compactMap { arc in
            arc.title.map { WorkReference(Work.eventTitle($0), WorkID(.events, arc.id)) }
        }
        stories = CharacterRecord.stories(of: issue.id, named: issue.name)
    }

    init(_ volume: ComicVineVolume) {
        work = Work(volume)
        heroIDs = volume.characters.map(\.id)
        issueIDs = volume.issues.map(\.id)
    }

    init(_ arc: ComicVineArc) {
        work = Work(arc)
        issueIDs = arc.issues.map(\.id)
    }
}

extension Work {
    init(_ issue: ComicVineIssue) {
        let number = issue.number.map { "#\($0)" }
        let year = issue.coverDate.map { "(\($0.year))" }
        let title = [issue.volume?.title ?? issue.name?.asTitle, number, year].compactMap(\.self).joined(separator: " ")
        // Some decks are a single letter.
        let deck = issue.deck.flatMap { $0.count > 4 ? ComicVineText.paragraph($0) : nil }
        self.init(
            .comics, id: issue.id, title: title, description: deck ?? issue.description,
            thumbnail: issue.image.map(Thumbnail.init(comicVine:)), start: issue.storeDate ?? issue.coverDate,
            parents: issue.volume.flatMap { volume in
                volume.title.map { [WorkReference($0, WorkID(.series, volume.id))] }
            }
                ?? [])
    }

    init(_ volume: ComicVineVolume) {
        self.init(
            .series, id: volume.id, title: volume.startYear.map { "\(volume.name) (\($0))" } ?? volume.name,
            description: volume.deck.flatMap(ComicVineText.paragraph) ?? volume.description,
            thumbnail: volume.image.map(Thumbnail.init(comicVine:)),
            start: volume.startYear.flatMap { PartialDate(year: $0) })
    }

    init(_ arc: ComicVineArc) {
        self.init(
            .events, id: arc.id, title: Self.eventTitle(arc.name),
            description: arc.deck.flatMap(ComicVineText.paragraph) ?? arc.description,
            thumbnail: arc.image.map(Thumbnail.init(comicVine:)))
    }

    /// Returns the title of a story arc: `"Spider-Man" Clone Saga` becomes “Clone Saga (Spider-Man)”.
    static func eventTitle(_ name: String) -> String {
        let parts = name.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty else { return name }
        let remainder = String(parts[2]).trimmed
        return remainder.isEmpty ? String(parts[1]) : "\(remainder) (\(parts[1]))"
    }
}
