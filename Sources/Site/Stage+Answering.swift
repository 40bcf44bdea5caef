import HTML
import HTTP
import Heroes

/// An answer that holds a page of a list.
protocol ListAnswer: Sendable {
    var pageCount: Int { get }
    /// Seconds since the source gave or confirmed it.
    var age: Int { get }
}

extension ListPage: ListAnswer {}

extension SearchResult: ListAnswer {
    var pageCount: Int { heroes.pageCount }
    var age: Int { heroes.age }
}

extension Stage {
    /// Returns a page of a list that the source has: whole if the answer comes by the deadline; else a shell at once, and
    /// the list when it is there, or a box that says why it is not.
    func list<Value: ListAnswer, Part: TemplateView>(
        _ number: Int, _ visit: Visit, at route: @escaping @Sendable (_ page: Int) -> Route,
        asking ask: @escaping @Sendable (any HeroSource, _ page: Int) async throws(HeroError) -> Value,
        part: @escaping @Sendable (Value) -> Part, late: @escaping @Sendable (Part) -> Part = { $0 },
        in page: (Value?, Later<Part>) -> some PageView
    ) async throws(Failure) -> Response {
        let answer = Answer { [source] () async throws(HeroError) in try await ask(source, number) }
        guard let result = await soon(answer, visit, by: deadline) else {
            // The first page tells where the list ends if it is remembered; else nobody knows before the page is there.
            if number > 1, let first = try? await ask(source.for(.prefetch), 1) {
                try checkEnd(first, number, route)
            }
            return renderer.stream(page(nil, .pending), visit) { writer in
                let bytes: [UInt8]
                do throws(Failure) {
                    let value = try self.value(await answer.result, retry: route(number))
                    try checkEnd(value, number, route)
                    bytes = renderer.part(late(part(value)))
                } catch {
                    bytes = self.part(error)
                }
                try await writer.write(bytes)
            }
        }
        let value = try value(result, retry: route(number))
        try checkEnd(value, number, route)
        return renderer.page(page(value, .ready(part(value))), visit).repeatable().aged(value.age)
    }

    /// A box in place of a part of a page that is already begun, with the cause in the log.
    func part(_ failure: Failure, slot: String? = nil) -> [UInt8] {
        if let cause = failure.cause { log(cause) }
        return renderer.part(LateFailureView(failure: failure, slot: slot))
    }

    private func checkEnd(_ list: some ListAnswer, _ page: Int, _ route: (Int) -> Route) throws(Failure) {
        guard page <= list.pageCount else { throw .pastTheEnd(route(list.pageCount), page: page) }
    }

    /// The answer if it comes while a whole page can still wait for it, or is remembered; without a body there is
    /// nothing to send early, and who wants JSON has no use for a page's beginning, but for a failure's status.
    func soon<Value>(
        _ answer: Answer<Value>, _ visit: Visit, by deadline: ContinuousClock.Instant
    ) async -> Result<Value, HeroError>? {
        guard !visit.isHead, !visit.isPrefetch, !visit.prefersJSON else { return await answer.result }
        return await answer.result(within: max(.zero, deadline - .now))
    }

    /// Until when a page that is asked for now may wait to be sent whole.
    var deadline: ContinuousClock.Instant { .now + configuration.patience(at: source.typicalLatency) }

    /// Returns the source's answer, however long it takes.
    func answer<Value>(
        retry: Route, _ question: (any HeroSource) async throws(HeroError) -> Value
    ) async throws(Failure) -> Value {
        do {
            return try await question(source)
        } catch {
            throw Failure(error, retry: retry)
        }
    }

    func value<Value>(_ result: Result<Value, HeroError>, retry: Route) throws(Failure) -> Value {
        try result.mapError { Failure($0, retry: retry) }.get()
    }
}

extension SiteConfiguration {
    /// What an answer takes that is remembered, on a busy machine.
    private static var remembering: Duration { .milliseconds(10) }

    /// How long a page waits for a source of this typicalLatency: a third of its patience, so that nobody sits before nothing when
    /// a quick source falls silent; all of it for one known to need it, and hardly at all where that is in vain.
    func patience(at typicalLatency: Duration?) -> Duration {
        switch typicalLatency {
        case let typicalLatency? where typicalLatency > patience: min(patience, Self.remembering)
        case let typicalLatency? where typicalLatency > patience / 3: patience
        default: patience / 3
        }
    }
}
