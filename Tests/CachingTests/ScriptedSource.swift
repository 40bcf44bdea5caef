import Heroes
import Support
import Synchronization

/// A source that counts its questions and answers each as its script says for now.
final class ScriptedSource: HeroSource {
    private let state = Mutex<State>(State())

    private struct State {
        var asked: [String] = []
        /// How every question fails; nil lets it succeed.
        var failure: HeroError?
        var gate: Gate?
        var version = 1
        var wasCancelled = false
    }

    let firstQuestion = Gate()

    var asked: [String] { state.withLock(\.asked) }
    var wasCancelled: Bool { state.withLock(\.wasCancelled) }

    func fail(with error: HeroError?) { state.withLock { $0.failure = error } }
    func hold(at gate: Gate) { state.withLock { $0.gate = gate } }
    /// Answers from now on carry this number in their names.
    func tell(version: Int) { state.withLock { $0.version = version } }

    private func ask(_ question: String) async throws(HeroError) -> Int {
        let gate = state.withLock { state in
            state.asked.append(question)
            return state.gate
        }
        firstQuestion.open()
        await gate?.wait()
        if Task.isCancelled { state.withLock { $0.wasCancelled = true } }
        let (failure, version) = state.withLock { ($0.failure, $0.version) }
        if let failure { throw failure }
        return version
    }

    private func slice<Item>(_ item: Item, _ window: Window) -> Slice<Item> {
        Slice(items: [item], window: window, total: 1, attribution: Attribution(html: "A"))
    }

    func heroes(_ query: HeroQuery) async throws(HeroError) -> Slice<Hero> {
        let version = try await ask("heroes \(query.nameStartsWith ?? "") \(query.window.offset)")
        return slice(Hero(id: 1 + query.window.offset, name: "List v\(version)"), query.window)
    }

    func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        let version = try await ask("hero \(id)")
        return Attributed(Hero(id: id, name: "Hero v\(version)"), attribution: Attribution(html: "A"))
    }

    func comics(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Comic> {
        slice(Comic(id: 1, title: "Comic v\(try await ask("comics \(hero)"))"), window)
    }

    func events(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Event> {
        slice(Event(id: 1, title: "Event v\(try await ask("events \(hero)"))"), window)
    }

    func stories(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Story> {
        slice(Story(id: 1, title: "Story v\(try await ask("stories \(hero)"))"), window)
    }

    func series(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Series> {
        slice(Series(id: 1, title: "Series v\(try await ask("series \(hero)"))"), window)
    }

    func known(_ id: Hero.ID) -> Hero? { id == 99 ? Hero(id: 99, name: "Known below") : nil }
}
