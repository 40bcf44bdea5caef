import FoundationEssentials
import Heroes

/// One remembered answer and when it was told.
struct Entry: Sendable {
    /// Nil where the source said that there is no such thing, or refused the question.
    let value: (any Rememberable)?
    /// Why there is no value.
    let failure: HeroError
    /// When the source said or confirmed it.
    let told: Date
    /// Until then the source is not asked again where this can be given.
    var heldOff: Date

    init(_ value: (any Rememberable)?, told: Date) {
        self.value = value
        self.told = told
        failure = .notFound
        heldOff = .distantPast
    }

    /// A refusal, which is remembered for a short time.
    init(refused failure: HeroError, told: Date) {
        value = nil
        self.told = told
        self.failure = failure
        heldOff = .distantPast
    }

    /// What absences cost in memory, in bytes.
    var cost: Int { value?.byteCount ?? 256 }

    /// Whether it is given without asking; not where the clock was set back since, and nobody knows how old it is.
    func isFresh(_ question: Question, at now: Date, _ policy: CachePolicy) -> Bool {
        told <= now && now < told + lifetime(question, policy)
    }

    private func lifetime(_ question: Question, _ policy: CachePolicy) -> Double {
        if value != nil { return policy.freshness(of: question) }
        return failure == .notFound ? policy.absence : policy.refusal
    }

    /// Whether it is given while the source is asked again, or fails; that something was missing once never is.
    func isUsable(_ question: Question, at now: Date, _ policy: CachePolicy) -> Bool {
        value != nil && now < told + policy.freshness(of: question) + policy.staleness
    }

    func outcome(at now: Date) -> Cache.Outcome {
        guard var value else { return .failure(failure) }
        value.age = max(0, Int(now.timeIntervalSince(told)))
        return .success(value)
    }
}
