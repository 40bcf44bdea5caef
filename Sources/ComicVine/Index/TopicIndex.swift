import Basics
import Heroes

/// Marvel's story arcs, and the issues that are known to belong to them; or Marvel's teams.
struct TopicIndex: Equatable, Sendable {
    private struct Entry: Equatable, Sendable {
        let topic: Topic
        /// The words of the name, in lower case, with a space around each.
        let words: String
        var hasIssues = false
    }

    private var entries: [Int: Entry] = [:]
    private var idsByIssue: [Int: [Int]] = [:]
    /// All ids, by title.
    private(set) var ids: [Int] = []

    init(_ topics: [IndexedTopic]) {
        for topic in topics {
            entries[topic.id] = Entry(topic: topic.topic, words: Self.words(topic.topic.title))
            if let issue = topic.firstIssueID { idsByIssue[issue, default: []].append(topic.id) }
        }
        ids = entries.values.map { ($0.topic.title.lowercased(), $0.topic.id.number) }.sorted { $0 < $1 }.map(\.1)
    }

    var topics: [Topic] { ids.compactMap(topic) }

    /// Returns the topics that a search names, and those with titles that match it, by title.
    func topics(matching search: NameSearch) -> [Topic] {
        (search.named(topics).map(\.item) + topics.filter { search.matches($0.title) }).unique(by: \.id)
    }

    func topic(_ id: Int) -> Topic? { entries[id]?.topic }

    mutating func setIssues(_ issues: [Int], of id: Int) {
        guard entries[id] != nil else { return }
        entries[id]?.hasIssues = true
        for issue in issues where !(idsByIssue[issue] ?? []).contains(id) {
            idsByIssue[issue, default: []].append(id)
        }
    }

    /// Returns the events with one of these issues, by title. An arc whose issues are not known yet also counts if its
    /// name contains the hero's.
    func events(ofIssues issues: [Int], orNamed name: String? = nil) -> [Topic] {
        var found = Set(issues.lazy.flatMap { idsByIssue[$0] ?? [] })
        if let words = name.map(Self.words), words.count > 2 {
            for (id, arc) in entries where !arc.hasIssues && arc.words.contains(words) { found.insert(id) }
        }
        return topics(found)
    }

    /// Returns the topics with these ids, by title.
    func topics(_ ids: Set<Int>) -> [Topic] { self.ids.filter(ids.contains).compactMap(topic) }

    private static func words(_ text: String) -> String {
        " " + SortKey.of(text).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
    }
}

/// A story arc or a team of the list of all.
struct IndexedTopic: Codable, Sendable {
    let topic: Topic
    let firstIssueID: Int?

    /// The names in stored records.
    private enum CodingKeys: String, CodingKey { case topic = "work", firstIssueID }

    var id: Int { topic.id.number }

    init(topic: Topic, firstIssueID: Int?) { (self.topic, self.firstIssueID) = (topic, firstIssueID) }

    init(arc: ComicVineObject) { (topic, firstIssueID) = (Topic(.events, arc), arc.firstIssue?.id) }

    /// Returns nil if the team has no name.
    init?(team: ComicVineReference) {
        guard let name = team.title else { return nil }
        (topic, firstIssueID) = (Topic(.teams, id: team.id, title: name), nil)
    }
}
