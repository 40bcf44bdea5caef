import Basics
import FoundationEssentials
import Heroes

/// One remembered answer and when it was told.
struct Entry: Sendable {
    /// The answer, or that there is no such thing or the question was refused.
    private let result: Result<any Rememberable, HeroError>
    /// When the source said or confirmed it.
    let told: Date
    /// Until then the source is not asked again where this can be given.
    var heldOff: Date

    init(_ result: Result<any Rememberable, HeroError>, told: Date) {
        self.result = result
        self.told = told
        heldOff = .distantPast
    }

    /// Nil if the source said that there is no such thing, or refused the question.
    var value: (any Rememberable)? { if case .success(let value) = result { value } else { nil } }

    /// Bytes that it takes in memory as the answer to the question.
    func cost(_ question: Question) -> Int {
        let own =
            switch result {
            case .success(let value): value.byteCount
            case .failure(.unusable(_, let text)): HeapBytes.text(text)
            case .failure: 0
            }
        return LRUCache<Question, Entry>.bytesPerValue + question.byteCount + own
    }

    /// Whether it is given without asking; not where the clock was set back since, and nobody knows how old it is.
    func isFresh(_ question: Question, at now: Date, _ policy: CachePolicy) -> Bool {
        told <= now && now < told + lifetime(question, policy)
    }

    private func lifetime(_ question: Question, _ policy: CachePolicy) -> Double {
        switch result {
        case .success: policy.freshness(of: question)
        case .failure(.notFound): policy.absence
        case .failure: policy.refusal
        }
    }

    /// Whether it is given while the source is asked again, or fails; that something was missing once never is.
    func isUsable(_ question: Question, at now: Date, _ policy: CachePolicy) -> Bool {
        value != nil && now < told + policy.freshness(of: question) + policy.staleness
    }

    func outcome(at now: Date) -> Cache.Outcome {
        result.map { value in
            var value = value
            value.age = max(0, Int(now.timeIntervalSince(told)))
            return value
        }
    }
}
