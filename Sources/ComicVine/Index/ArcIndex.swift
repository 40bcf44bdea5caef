import Heroes

/// Marvel's story arcs, and the issues that are known to belong to them.
struct ArcIndex: Equatable, Sendable {
    private struct Arc: Equatable, Sendable {
        let work: Work
        /// The words of the name, in lower case, with a space around each.
        let words: String
        var hasIssues = false
    }

    private var arcs: [Int: Arc] = [:]
    private var arcsByIssue: [Int: [Int]] = [:]
    /// The ids of all arcs, by title.
    private(set) var ids: [Int] = []

    init(_ arcs: [ArcRecord]) {
        for arc in arcs {
            self.arcs[arc.work.id.number] = Arc(work: arc.work, words: Self.words(arc.work.title))
            if let issue = arc.firstIssueID { arcsByIssue[issue, default: []].append(arc.work.id.number) }
        }
        ids = self.arcs.values.map { ($0.work.title.lowercased(), $0.work.id.number) }.sorted { $0 < $1 }.map(\.1)
    }

    var events: [Work] { ids.compactMap(event) }

    /// Returns the events with titles that match a search, by title.
    func events(matching search: NameSearch) -> [Work] { events.filter { search.matches($0.title) } }

    func event(_ id: Int) -> Work? { arcs[id]?.work }

    mutating func setIssues(_ issues: [Int], of id: Int) {
        guard arcs[id] != nil else { return }
        arcs[id]?.hasIssues = true
        for issue in issues where !(arcsByIssue[issue] ?? []).contains(id) {
            arcsByIssue[issue, default: []].append(id)
        }
    }

    /// Returns the events with one of these issues, by title. An arc whose issues are not known yet also counts if its
    /// name contains the hero's.
    func events(ofIssues issues: [Int], orNamed name: String? = nil) -> [Work] {
        var found = Set(issues.lazy.flatMap { arcsByIssue[$0] ?? [] })
        if let words = name.map(Self.words), words.count > 2 {
            for (id, arc) in arcs where !arc.hasIssues && arc.words.contains(words) { found.insert(id) }
        }
        return ids.filter(found.contains).compactMap(event)
    }

    private static func words(_ text: String) -> String {
        " " + SortKey.of(text).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
    }
}

/// A story arc of the list of all arcs.
struct ArcRecord: Codable, Sendable {
    let work: Work
    let firstIssueID: Int?

    init(_ arc: ComicVineObject) {
        work = Work(.events, arc)
        firstIssueID = arc.firstIssue?.id
    }
}
