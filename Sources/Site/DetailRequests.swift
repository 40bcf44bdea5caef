import HTML
import HTTP
import Heroes

/// The requests to the source for the page of a hero or a work, all sent at once.
struct DetailRequests<Subject: Sendable>: Sendable {
    typealias Works = Result<ListPage<Work>, HeroError>

    /// The hero or work, if it is cached.
    private let known: Subject?
    /// Nil if the subject is cached.
    let subject: PendingResult<Attributed<Subject>>?
    /// The subject with its details; nil if the source returns them with every subject.
    let details: PendingResult<Attributed<Subject>>?
    /// The first works of each kind.
    let works: [(kind: WorkKind, pending: PendingResult<ListPage<Work>>)]
    private let context: PageContext
    /// The time until which a complete page waits for all results.
    let deadline: ContinuousClock.Instant

    init(
        _ known: Subject?, hasDetails: Bool = false, works kinds: [WorkKind], of owner: WorkOwner,
        _ context: PageContext,
        fetch: @escaping @Sendable (any HeroSource) async throws(HeroError) -> Attributed<Subject>
    ) {
        (self.known, self.context) = (known, context)
        deadline = context.deadline
        let pending =
            known == nil || hasDetails
            ? PendingResult { () async throws(HeroError) in try await fetch(context.source) } : nil
        subject = known == nil ? pending : nil
        details = hasDetails ? pending : nil
        works = kinds.map { kind in
            let pending = PendingResult { () async throws(HeroError) in
                try await context.source.works(kind, of: owner, PageRange(offset: 0, limit: SectionView.itemLimit))
            }
            return (kind, pending)
        }
    }

    /// Returns the subject, or nil if it is late; `isLimited` is false to wait without a deadline. Cancels the other
    /// requests if the subject does not exist or `check` throws.
    func subject(
        byDeadline isLimited: Bool, _ request: PageRequest, retry: Route, check: (Subject) throws(Failure) -> Void
    ) async throws(Failure) -> Subject? {
        guard let pending = subject else { return known }
        let result = isLimited ? await context.result(of: pending, request, by: deadline) : await pending.result
        guard let result else { return nil }
        do throws(Failure) {
            let subject = try context.value(result, retry: retry).value
            try check(subject)
            return subject
        } catch {
            cancel()
            throw error
        }
    }

    /// Returns the details, or nil if they are late or there are none. Throws and cancels the other requests if the
    /// subject does not exist.
    func details(
        _ request: PageRequest, retry: Route
    ) async throws(Failure) -> Result<Attributed<Subject>, HeroError>? {
        guard let details, let result = await context.result(of: details, request, by: deadline) else { return nil }
        if case .failure(.notFound) = result {
            cancel()
            throw Failure(.notFound, retry: retry)
        }
        return result
    }

    /// Returns the works of all kinds, or nil if one is late.
    func works(_ request: PageRequest) async -> [(kind: WorkKind, result: Works)]? {
        var results: [(WorkKind, Works)] = []
        for (kind, pending) in works {
            guard let result = await context.result(of: pending, request, by: deadline) else { return nil }
            results.append((kind, result))
        }
        return results
    }

    private func cancel() {
        subject?.cancel()
        details?.cancel()
        for (_, pending) in works { pending.cancel() }
    }
}
