import Heroes

/// The details of a hero.
struct CharacterRecord: Codable, Sendable {
    let aliases: [String]
    /// The long description: HTML.
    let biography: String?
    let firstIssue: WorkReference?
    /// The ids of the issues, newest first.
    let issueIDs: [Int]
    /// The stories in these issues.
    let stories: [StoryRecord]

    /// A story by its issue and its position among the issue's stories.
    struct StoryRecord: Codable, Sendable {
        let issueID: Int
        let position: Int
        let title: String
    }

    init(_ character: ComicVineCharacter) {
        aliases = character.aliases
        biography = character.description
        firstIssue = character.firstIssue.map { issue in
            let number = issue.number.map { "#\($0)" }
            let title = [issue.title, number.map { issue.title == nil ? "Issue \($0)" : "(\($0))" }]
                .compactMap(\.self).joined(separator: " ")
            return WorkReference(title.isEmpty ? "Issue" : title, WorkID(.comics, issue.id))
        }
        issueIDs = character.issueCredits.map(\.id)
        stories = character.issueCredits.flatMap { issue in Self.stories(of: issue.id, named: issue.name) }
    }

    /// Returns the stories in the name of an issue, which parts them by semicolons.
    static func stories(of issueID: Int, named name: String?) -> [StoryRecord] {
        (name ?? "").split(separator: ";").map { String($0).asTitle }.filter { !$0.isEmpty }.prefix(maximumStories)
            .enumerated().map { StoryRecord(issueID: issueID, position: $0, title: $1) }
    }

    /// The stories of an issue that have an id.
    private static let maximumStories = 100
}

extension CharacterRecord.StoryRecord {
    /// The id: that of the issue, followed by two digits for the position.
    var id: Int { issueID * 100 + position }

    /// Returns the story; the comic is nil if it is not known.
    func work(in comic: Work?) -> Work {
        let parent = WorkReference(comic?.title ?? title, WorkID(.comics, issueID))
        return Work(
            .stories, id: id, title: title,
            description: comic.map { "<p>In \($0.title.asHTML)</p>" }, start: comic?.start, parents: [parent])
    }
}
