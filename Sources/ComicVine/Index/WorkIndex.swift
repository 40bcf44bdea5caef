import Heroes

/// Marvel's story arcs, and the issues that are known to belong to them; or Marvel's teams.
struct WorkIndex: Equatable, Sendable {
    private struct Entry: Equatable, Sendable {
        let work: Work
        /// The words of the name, in lower case, with a space around each.
        let words: String
        var hasIssues = false
    }

    private var entries: [Int: Entry] = [:]
    private var idsByIssue: [Int: [Int]] = [:]
    /// All ids, by title.
    private(set) var ids: [Int] = []

    init(_ works: [IndexedWork]) {
        for work in works {
            entries[work.id] = Entry(work: work.work, words: Self.words(work.work.title))
            if let issue = work.firstIssueID { idsByIssue[issue, default: []].append(work.id) }
        }
        ids = entries.values.map { ($0.work.title.lowercased(), $0.work.id.number) }.sorted { $0 < $1 }.map(\.1)
    }

    var works: [Work] { ids.compactMap(work) }

    /// Returns the works with titles that match a search, by title.
    func works(matching search: NameSearch) -> [Work] { works.filter { search.matches($0.title) } }

    func work(_ id: Int) -> Work? { entries[id]?.work }

    mutating func setIssues(_ issues: [Int], of id: Int) {
        guard entries[id] != nil else { return }
        entries[id]?.hasIssues = true
        for issue in issues where !(idsByIssue[issue] ?? []).contains(id) {
            idsByIssue[issue, default: []].append(id)
        }
    }

    /// Returns the events with one of these issues, by title. An arc whose issues are not known yet also counts if its
    /// name contains the hero's.
    func events(ofIssues issues: [Int], orNamed name: String? = nil) -> [Work] {
        var found = Set(issues.lazy.flatMap { idsByIssue[$0] ?? [] })
        if let words = name.map(Self.words), words.count > 2 {
            for (id, arc) in entries where !arc.hasIssues && arc.words.contains(words) { found.insert(id) }
        }
        return works(found)
    }

    /// Returns the works with these ids, by title.
    func works(_ ids: Set<Int>) -> [Work] { self.ids.filter(ids.contains).compactMap(work) }

    private static func words(_ text: String) -> String {
        " " + SortKey.of(text).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
    }
}

/// A story arc or a team of the list of all.
struct IndexedWork: Codable, Sendable {
    let work: Work
    let firstIssueID: Int?

    var id: Int { work.id.number }

    init(arc: ComicVineObject) { (work, firstIssueID) = (Work(.events, arc), arc.firstIssue?.id) }

    /// Returns nil if the team has no name.
    init?(team: ComicVineReference) {
        guard let name = team.title else { return nil }
        (work, firstIssueID) = (Work(.teams, id: team.id, title: name), nil)
    }
}
