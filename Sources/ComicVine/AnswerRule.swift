import Basics
import FoundationEssentials
import Heroes

/// The rule for all answers of the source: an answer may add and refresh; it removes only what it names.
///
/// So a hero leaves the index only if an answer names another publisher, or if its own call says “not found”. A field,
/// an element or a list that is absent from an answer stays as it was. A list that has lost much is refused.
enum AnswerRule {
    /// Throws if an answer's list lacks more than a tenth of the known ids, or all.
    static func check(_ ids: some Sequence<Int>, against known: some Collection<Int>, _ list: String) throws(HeroError)
    {
        guard let lost = loss(of: known, in: ids) else { return }
        throw .unavailable("refused \(list): it lacks \(lost) of \(known.count) known entries", retryAfter: 3600)
    }

    /// Returns a list of an answer, or the known one if that has lost more than a tenth, or all.
    static func refreshed<Element>(_ list: [Element], _ known: [Element], by id: (Element) -> Int) -> [Element] {
        loss(of: known.map(id), in: list.map(id)) == nil ? list : known
    }

    /// Returns a count of an answer, or the known one if that is more than a tenth higher.
    static func refreshed(_ count: Int?, _ known: Int?) -> Int? {
        guard let count, let known else { return count ?? known }
        return known - count > max(1, known / 10) ? known : count
    }

    /// Returns the number of known ids that a list lacks, if these are too many.
    private static func loss(of known: some Collection<Int>, in ids: some Sequence<Int>) -> Int? {
        let ids = Set(ids)
        let lost = known.count { !ids.contains($0) }
        return lost > max(1, known.count / 10) || ids.isEmpty && lost > 0 ? lost : nil
    }
}

protocol RefreshableRecord: Codable, Sendable {
    /// Returns this new record with the parts of the known one that it does not name.
    func refreshing(_ known: Self) throws(HeroError) -> Self
    /// True if it contradicts itself, so that it is soon requested again.
    var isIncomplete: Bool { get }
}

extension RefreshableRecord {
    var isIncomplete: Bool { false }
}

extension CharacterRecord: RefreshableRecord {
    func refreshing(_ known: Self) throws(HeroError) -> Self {
        try AnswerRule.check(issueIDs, against: known.issueIDs, "a hero's comics")
        var record = self
        record.biography = biography ?? known.biography
        if firstIssue == nil || firstIssue?.id == known.firstIssue?.id { record.firstIssue = known.firstIssue }
        if aliases.isEmpty { record.aliases = known.aliases }
        let (titled, old) = (Set(stories.map(\.issueID)), Dictionary(grouping: known.stories, by: \.issueID))
        let untitled = issueIDs.filter { !titled.contains($0) }.flatMap { old[$0] ?? [] }
        if !untitled.isEmpty {
            let all = Dictionary(grouping: stories + untitled, by: \.issueID)
            record.stories = issueIDs.flatMap { all[$0] ?? [] }
        }
        record.teams = AnswerRule.refreshed(teams, known.teams) { $0.id?.number ?? 0 }.map { team in
            team.title.isEmpty ? known.teams.first { $0.id == team.id } ?? team : team
        }
        record.friends = AnswerRule.refreshed(friends, known.friends) { $0 }
        record.enemies = AnswerRule.refreshed(enemies, known.enemies) { $0 }
        return record
    }

    var isIncomplete: Bool { 2 * issueIDs.count < appearances ?? 0 }
}

extension TopicRecord: RefreshableRecord {
    func refreshing(_ known: Self) throws(HeroError) -> Self {
        try AnswerRule.check(issueIDs, against: known.issueIDs, "the comics of \(topic.title)")
        try AnswerRule.check(heroIDs, against: known.heroIDs, "the heroes of \(topic.title)")
        var record = self
        record.topic = topic.refreshing(known.topic)
        record.credits = AnswerRule.refreshed(credits, known.credits) { $0.person.id?.number ?? 0 }.map { credit in
            guard let old = known.credits.first(where: { $0.person.id == credit.person.id }) else { return credit }
            return Topic.Credit(
                credit.person.title.isEmpty ? old.person : credit.person, credit.role.nonEmpty ?? old.role)
        }
        record.arcIDs = AnswerRule.refreshed(arcIDs, known.arcIDs) { $0 }
        if stories.isEmpty { record.stories = known.stories }
        return record
    }

    /// True for a series or an event without a comic, which does not exist.
    var isIncomplete: Bool { [.series, .events].contains(topic.kind) && issueIDs.isEmpty }
}

extension TopicList: RefreshableRecord {
    func refreshing(_ known: Self) -> Self {
        let (requested, old) = (Set(ids), Dictionary(known.topics.map { ($0.id, $0) }) { first, _ in first })
        let new = Set(topics.lazy.map(\.id))
        let omitted = known.topics.filter { !new.contains($0.id) && (ids.isEmpty || requested.contains($0.id.number)) }
        return TopicList(
            ids: ids, topics: topics.map { topic in old[topic.id].map(topic.refreshing) ?? topic } + omitted)
    }
}

extension Topic {
    /// Returns this new topic with the parts of the known one that it does not name.
    func refreshing(_ known: Topic) -> Topic {
        // The title of a comic has its series and number, and like that of a series ends with a year.
        let hasSeries = !parents.isEmpty || known.parents.isEmpty
        let hasNumber = kind != .comics || title.contains("#") || !known.title.contains("#")
        let hasYear = ![.comics, .series].contains(kind) || title.last == ")" || known.title.last != ")"
        let isNamed = !title.isEmpty && hasSeries && hasNumber && hasYear
        var topic = Topic(
            kind, id: id.number, title: isNamed ? title : known.title, description: description ?? known.description,
            thumbnail: thumbnail ?? known.thumbnail, start: start ?? known.start,
            parents: parents.isEmpty ? known.parents : parents)
        topic.issue = issue ?? known.issue
        topic.issue?.year = issue?.year ?? known.issue?.year
        return topic
    }
}

extension [IndexedTopic] {
    /// Creates the story arcs from an answer, with the known ones that it does not name.
    init(_ answer: [ComicVineObject], known: [IndexedTopic]) {
        let own = answer.filter { $0.publisherID == ComicVineIndex.marvel && !$0.name.isEmpty }
        let named = Set((own + answer.filter(\.isOfAnotherPublisher)).map(\.id))
        let old = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        self =
            own.map { IndexedTopic(arc: $0).refreshing(old[$0.id]) } + known.filter { !named.contains($0.id) }
    }
}

extension [IndexedTopic] {
    /// Creates the teams from a publisher's answer, with the known ones that it does not name.
    init(_ teams: [ComicVineReference], known: [IndexedTopic]) {
        let named = teams.compactMap(IndexedTopic.init(team:))
        let ids = Set(named.map(\.id))
        self = named + known.filter { !ids.contains($0.id) }
    }
}

extension IndexedTopic {
    /// Returns this new topic with the parts of the known one that it does not name.
    fileprivate func refreshing(_ known: IndexedTopic?) -> IndexedTopic {
        guard let known else { return self }
        return IndexedTopic(topic: topic.refreshing(known.topic), firstIssueID: firstIssueID ?? known.firstIssueID)
    }
}

extension [Int]: RefreshableRecord {
    func refreshing(_ known: Self) -> Self { (self + known).unique(by: \.self) }
}

extension IndexedHero {
    /// Creates a hero from an answer, with what is known of it in place of what the answer lacks; returns nil for one
    /// without a name, or without a publisher if it is not known as Marvel's.
    init?(_ answer: ComicVineObject, known: IndexedHero?) {
        guard let name = answer.reference.title ?? known?.name,
            answer.publisherID == ComicVineIndex.marvel || answer.publisherID == nil && known != nil
        else { return nil }
        self.init(id: answer.id, name: name)
        realName = (answer.realName ?? known?.realName).flatMap { $0 == name ? nil : $0 }
        deck = answer.deck ?? known?.deck
        image = answer.image ?? known?.image
        page = answer.page ?? known?.page
        appearances = AnswerRule.refreshed(answer.appearances, known?.appearances)
    }
}
