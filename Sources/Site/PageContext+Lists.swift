import HTML
import HTTP
import Heroes

/// An answer that holds a page of a list.
protocol PagedResult: Sendable {
    var pageCount: Int { get }
    /// Seconds since the source gave or confirmed it.
    var age: Int { get }
}

extension ListPage: PagedResult {}

extension SearchResult: PagedResult {
    var pageCount: Int { heroes.pageCount }
    var age: Int { heroes.age }
}

extension PageContext {
    /// Returns a page of a list that the source has: whole if the answer comes by the deadline; else a shell at once, and
    /// the list when it is there, or a box that says why it is not.
    func list<Value: PagedResult, Part: TemplateView>(
        _ number: Int, _ request: PageRequest, at route: @escaping @Sendable (_ page: Int) -> Route,
        fetch: @escaping @Sendable (any HeroSource, _ page: Int) async throws(HeroError) -> Value,
        part: @escaping @Sendable (Value) -> Part, deferred: @escaping @Sendable (Part) -> Part = { $0 },
        in page: (Value?, Later<Part>) -> some PageView
    ) async throws(Failure) -> Response {
        let pending = PendingResult { [source] () async throws(HeroError) in try await fetch(source, number) }
        guard let result = await result(of: pending, request, by: deadline) else {
            // The first page tells where the list ends if it is remembered; else nobody knows before the page is there.
            if number > 1, let first = try? await fetch(source.for(.prefetch), 1) {
                try checkPage(first, number, route)
            }
            return renderer.stream(page(nil, .pending), request) { writer in
                let bytes: [UInt8]
                do throws(Failure) {
                    let value = try self.value(await pending.result, retry: route(number))
                    try checkPage(value, number, route)
                    bytes = renderer.part(deferred(part(value)))
                } catch {
                    bytes = self.part(error)
                }
                try await writer.write(bytes)
            }
        }
        let value = try value(result, retry: route(number))
        try checkPage(value, number, route)
        return renderer.page(page(value, .ready(part(value))), request).repeatable().aged(value.age)
    }

    /// A box in place of a part of a page that is already begun, with the cause in the log.
    func part(_ failure: Failure, slot: String? = nil) -> [UInt8] {
        if let cause = failure.cause { log(cause) }
        return renderer.part(LateFailureView(failure: failure, slot: slot))
    }

    private func checkPage(_ list: some PagedResult, _ page: Int, _ route: (Int) -> Route) throws(Failure) {
        guard page <= list.pageCount else { throw .pastTheEnd(route(list.pageCount), page: page) }
    }

    /// The answer if it comes while a whole page can still wait for it, or is remembered; without a body there is
    /// nothing to send early, and who wants JSON has no use for a page's beginning, but for a failure's status.
    func result<Value>(
        of pending: PendingResult<Value>, _ request: PageRequest, by deadline: ContinuousClock.Instant
    ) async -> Result<Value, HeroError>? {
        guard !request.isHead, !request.isPrefetch, !request.prefersJSON else { return await pending.result }
        return await pending.result(within: max(.zero, deadline - .now))
    }

    /// Until when a page that is asked for now may wait to be sent whole.
    var deadline: ContinuousClock.Instant { .now + configuration.streamingDelay(at: source.typicalLatency) }

    /// Returns the source's answer, however long it takes.
    func fetch<Value>(
        retry: Route, _ fetch: (any HeroSource) async throws(HeroError) -> Value
    ) async throws(Failure) -> Value {
        do {
            return try await fetch(source)
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
    private static var cacheHitDelay: Duration { .milliseconds(10) }

    /// How long a page waits for a source of this typicalLatency: a third of its streamingDelay, so that nobody sits before nothing when
    /// a quick source falls silent; all of it for one known to need it, and hardly at all where that is in vain.
    func streamingDelay(at typicalLatency: Duration?) -> Duration {
        switch typicalLatency {
        case let typicalLatency? where typicalLatency > streamingDelay: min(streamingDelay, Self.cacheHitDelay)
        case let typicalLatency? where typicalLatency > streamingDelay / 3: streamingDelay
        default: streamingDelay / 3
        }
    }
}
