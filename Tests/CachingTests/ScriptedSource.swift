import Basics
import Heroes
import Support

/// A source that counts its questions and answers each as its script says for now.
final class ScriptedSource: HeroSource {
    private let state = Locked<State>(State())

    private struct State {
        var asked: [String] = []
        /// How every question fails; nil lets it succeed.
        var failure: HeroError?
        var gate: Gate?
        var version = 1
        var heroCount = 1
        var wasCancelled = false
        var confirmations = 0
    }

    let firstQuestion = Gate()

    var asked: [String] { state.withLock(\.asked) }
    var wasCancelled: Bool { state.withLock(\.wasCancelled) }
    /// How often it said that a version still holds.
    var confirmations: Int { state.withLock(\.confirmations) }

    func fail(with error: HeroError?) { state.withLock { $0.failure = error } }
    func hold(at gate: Gate?) { state.withLock { $0.gate = gate } }
    /// Answers from now on carry this number in their names.
    func tell(version: Int) { state.withLock { $0.version = version } }

    /// Lists are of so many heroes from now on, with the numbers from 1.
    func tell(of heroCount: Int) { state.withLock { $0.heroCount = heroCount } }

    /// The number of the version to tell; nil where the asker has it.
    private func ask(_ question: String, unless known: Version?) async throws(HeroError) -> Int? {
        let gate = state.withLock { state in
            state.asked.append(question)
            return state.gate
        }
        firstQuestion.open()
        await gate?.wait()
        if Task.isCancelled { state.withLock { $0.wasCancelled = true } }
        let (failure, version) = state.withLock { ($0.failure, $0.version) }
        if let failure { throw failure }
        guard known != Version(mark: "v\(version)") else {
            state.withLock { $0.confirmations += 1 }
            return nil
        }
        return version
    }

    private func listPage<Item>(_ version: Int, _ item: Item, _ range: PageRange) -> ListPage<Item> {
        ListPage(
            items: [item], range: range, total: 1, attribution: Attribution(html: "A"),
            version: Version(mark: "v\(version)"))
    }

    func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> ListPage<Hero>? {
        let question = "heroes \(query.nameStartsWith ?? "") \(query.range.offset)"
        guard let version = try await ask(question, unless: version) else { return nil }
        let (offset, count) = (query.range.offset, state.withLock(\.heroCount))
        guard count > 1 else { return listPage(version, Hero(id: 1 + offset, name: "List v\(version)"), query.range) }
        return ListPage(
            items: (offset..<max(offset, min(offset + query.range.limit, count))).map {
                Hero(id: 1 + $0, name: "List v\(version)")
            },
            range: query.range, total: count, attribution: Attribution(html: "A"))
    }

    func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>? {
        guard let version = try await ask("hero \(id)", unless: version) else { return nil }
        return Attributed(
            Hero(id: id, name: "Hero v\(version)"), attribution: Attribution(html: "A"),
            version: Version(mark: "v\(version)"))
    }

    func works(
        _ kind: WorkKind, of hero: Hero.ID, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<Work>? {
        guard let version = try await ask("\(kind) \(hero)", unless: version) else { return nil }
        return listPage(version, Work(kind, id: 1, title: "\(kind) v\(version)"), range)
    }

    func known(_ id: Hero.ID) -> Hero? { id == 99 ? Hero(id: 99, name: "Known below") : nil }
}
