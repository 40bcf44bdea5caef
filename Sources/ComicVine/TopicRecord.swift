import Heroes

/// The details of a comic, an event, a series, a team or a person.
struct TopicRecord: Codable, Sendable {
    var topic: Topic
    /// The ids of its characters, of all publishers.
    let heroIDs: [Int]
    let issueIDs: [Int]
    var stories: [StoryRecord]
    /// The ids of the story arcs of a team or a person, of all publishers.
    var arcIDs: [Int]
    /// The people of a comic, some without a name.
    var credits: [Topic.Credit]

    /// The names in stored records.
    private enum CodingKeys: String, CodingKey { case topic = "work", heroIDs, issueIDs, stories, arcIDs, credits }

    init(_ kind: TopicKind, _ object: ComicVineObject) {
        topic = Topic(kind, object)
        heroIDs = object.characters.map(\.id)
        issueIDs = object.issues.map(\.id)
        stories = kind == .comics ? object.reference.stories : []
        arcIDs = object.arcs.map(\.id)
        credits = object.people.prefix(ResponseLimit.references).map { person in
            Topic.Credit(TopicReference(person.title ?? "", TopicID(.people, person.id)), person.role ?? "")
        }
    }
}

struct CharacterRecord: Codable, Sendable {
    var aliases: [String]
    /// The long description: HTML.
    var biography: String?
    var firstIssue: TopicReference?
    /// The ids of the issues, newest first.
    let issueIDs: [Int]
    /// The number of its issues by the answer's own count, which may be higher.
    var appearances: Int?
    var stories: [StoryRecord]
    /// The teams, some without a title, and the ids of friends and enemies, of all publishers.
    var teams: [TopicReference]
    var friends: [Int]
    var enemies: [Int]

    init(_ character: ComicVineObject) {
        aliases = character.aliases
        biography = character.description
        firstIssue = character.firstIssue.map { issue in
            let number = issue.number.map { issue.title == nil ? " #\($0)" : " (#\($0))" }
            return TopicReference((issue.title ?? "Issue") + (number ?? ""), TopicID(.comics, issue.id))
        }
        issueIDs = character.issues.map(\.id)
        appearances = character.appearances
        stories = character.issues.flatMap(\.stories)
        teams = character.teams.map { TopicReference($0.title ?? "", TopicID(.teams, $0.id)) }
        (friends, enemies) = (character.friends.map(\.id), character.enemies.map(\.id))
    }
}

/// A story by its issue and its position among the issue's stories.
struct StoryRecord: Codable, Sendable {
    let issueID: Int
    let position: Int
    let title: String

    /// Returns the story; its id is the issue's and two digits of the position. The comic is nil if it is not known.
    func topic(in comic: Topic?) -> Topic {
        let parent = TopicReference(comic?.title ?? title, TopicID(.comics, issueID))
        return Topic(
            .stories, id: issueID * 100 + position, title: title,
            description: comic.map { "<p>In \($0.title.asHTML)</p>" }, start: comic?.start, parents: [parent])
    }
}

extension ComicVineReference {
    /// The stories in the name of an issue, which parts them by semicolons.
    fileprivate var stories: [StoryRecord] {
        (name ?? "").split(separator: ";").map { String($0).asTitle }.filter { !$0.isEmpty }
            .prefix(100).enumerated().map { StoryRecord(issueID: id, position: $0, title: $1) }
    }
}

extension Topic {
    /// Creates a comic of an issue, a series of a volume, an event of a story arc, a team or a person.
    init(_ kind: TopicKind, _ object: ComicVineObject) {
        let title =
            switch kind {
            case .comics:
                [
                    object.volume?.title ?? object.reference.title, object.reference.number.map { "#\($0)" },
                    object.coverDate.map { "(\($0.year))" },
                ].compactMap(\.self).joined(separator: " ")
            case .series:
                object.reference.title.map { name in object.startYear.map { "\(name) (\($0))" } ?? name } ?? ""
            case .teams, .people: object.name
            case .events, .stories: Self.eventTitle(object.name)
            }
        // Some decks of issues are a single letter.
        let deck = object.deck.flatMap { kind == .comics && $0.count <= 4 ? nil : $0.asParagraph }
        let series = object.volume.flatMap { volume in
            volume.title.map { TopicReference($0, TopicID(.series, volume.id)) }
        }
        self.init(
            kind, id: object.id, title: title, description: deck ?? object.description,
            thumbnail: object.image.map(Thumbnail.init(comicVine:)),
            start: object.storeDate ?? object.coverDate ?? object.startYear.flatMap { PartialDate(year: $0) },
            parents: series.map { [$0] } ?? [])
        if kind == .comics, let name = object.volume?.title, let number = object.reference.number {
            issue = Issue(series: name, number: number, year: (object.coverDate ?? object.storeDate)?.year)
        }
    }

    /// Returns the title of a story arc: `"Spider-Man" Clone Saga` becomes “Clone Saga (Spider-Man)”.
    static func eventTitle(_ name: String) -> String {
        let parts = name.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty else { return name }
        let remainder = String(parts[2]).trimmed
        return remainder.isEmpty ? String(parts[1]) : "\(remainder) (\(parts[1]))"
    }
}

extension Thumbnail {
    /// Creates the picture for the path behind `/a/uploads/SIZE/`; the size is a placeholder.
    init(comicVine path: String) {
        self.init(path: "\(ComicVineConfiguration.site)/a/uploads/*/\(path)", fileExtension: "")
    }
}
