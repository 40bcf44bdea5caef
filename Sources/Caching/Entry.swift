import FoundationEssentials

/// One remembered answer and when it was told.
struct Entry: Sendable {
    /// Nil where the source said that there is no such thing.
    let value: (any Rememberable)?
    /// When the source said or confirmed it.
    let told: Date
    /// Until then the source is not asked again where this can be given.
    var heldOff: Date

    init(_ value: (any Rememberable)?, told: Date) {
        self.value = value
        self.told = told
        heldOff = .distantPast
    }

    /// What absences cost in memory, in bytes.
    var cost: Int { value?.byteCount ?? 256 }

    /// Whether it is given without asking; not where the clock was set back since, and nobody knows how old it is.
    func isFresh(_ question: Question, at now: Date, _ policy: CachePolicy) -> Bool {
        told <= now && now < told + (value == nil ? policy.absence : policy.freshness(of: question))
    }

    /// Whether it is given while the source is asked again, or fails; that something was missing once never is.
    func isUsable(_ question: Question, at now: Date, _ policy: CachePolicy) -> Bool {
        value != nil && now < told + policy.freshness(of: question) + policy.staleness
    }

    func outcome(at now: Date) -> Cache.Outcome {
        guard var value else { return .failure(.notFound) }
        value.age = max(0, Int(now.timeIntervalSince(told)))
        return .success(value)
    }
}
