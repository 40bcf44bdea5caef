import HTML
import HTTP
import Heroes

extension PageContext {
    /// Returns a page of a list. If the source answers before the deadline, the page is sent complete. Otherwise the
    /// layout is sent at once and the list, or a failure, follows.
    func list<Value: PagedResult, Part: TemplateView>(
        _ number: Int, _ request: PageRequest, at route: @escaping @Sendable (_ page: Int) -> Route,
        fetch: @escaping @Sendable (any HeroSource, _ page: Int) async throws(HeroError) -> Value,
        part: @escaping @Sendable (Value) -> Part, deferred: @escaping @Sendable (Part) -> Part = { $0 },
        in page: (Value?, Deferred<Part>) -> some PageView
    ) async throws(Failure) -> Response {
        let pending = PendingResult { [source] () async throws(HeroError) in try await fetch(source, number) }
        guard let result = await result(of: pending, request, by: deadline) else {
            // If the first page is cached, it contains the number of pages. Otherwise the end is unknown until the page
            // arrives.
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

    /// Renders a failure in place of a part of a streamed page, and logs the cause.
    func part(_ failure: Failure, slot: String? = nil) -> [UInt8] {
        if let cause = failure.cause { log(cause) }
        return renderer.part(LateFailureView(failure: failure, slot: slot))
    }

    /// Throws a failure if the page is past the end of the list.
    func checkPage(_ list: some PagedResult, _ page: Int, _ route: (Int) -> Route) throws(Failure) {
        guard page <= list.pageCount else { throw .pastTheEnd(route(list.pageCount), page: page, of: list.pageCount) }
    }

    /// Returns the result if it arrives before the deadline, otherwise nil.
    ///
    /// HEAD, a prefetch and a client that prefers JSON always wait: there is no body to send early, or only the final
    /// status counts.
    func result<Value>(
        of pending: PendingResult<Value>, _ request: PageRequest, by deadline: ContinuousClock.Instant
    ) async -> Result<Value, HeroError>? {
        guard !request.isHead, !request.isPrefetch, !request.prefersJSON else { return await pending.result }
        return await pending.result(within: max(.zero, deadline - .now))
    }

    /// The time until which a page that is requested now may wait for its source.
    var deadline: ContinuousClock.Instant { .now + configuration.streamingDelay(for: source.typicalLatency) }

    /// Returns the source's result without a deadline.
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
    /// The time for a result from the cache on a busy machine.
    private static var cacheHitDelay: Duration { .milliseconds(10) }

    /// Returns the time that a page waits for a source with this latency: a third of `streamingDelay` for a fast
    /// source, so that the page does not stay blank if the source stops answering, all of it for a source that needs
    /// it, and hardly any for a source that needs more.
    func streamingDelay(for typicalLatency: Duration?) -> Duration {
        switch typicalLatency {
        case let typicalLatency? where typicalLatency > streamingDelay: min(streamingDelay, Self.cacheHitDelay)
        case let typicalLatency? where typicalLatency > streamingDelay / 3: streamingDelay
        default: streamingDelay / 3
        }
    }
}
