import FoundationEssentials

/// One remembered answer and until when it serves.
struct Entry: Sendable {
    /// Nil where the source said that there is no such thing.
    let value: (any ByteCounting)?
    /// Until then it is given without asking.
    var freshUntil: Date
    /// Until then it is given where the source fails.
    let usableUntil: Date

    static func value(_ value: any ByteCounting, at now: Date, _ policy: CachePolicy) -> Entry {
        Entry(
            value: value, freshUntil: now + policy.freshness, usableUntil: now + policy.freshness + policy.staleness)
    }

    /// That something was missing once is no answer when the source fails later.
    static func absence(at now: Date, _ policy: CachePolicy) -> Entry {
        Entry(value: nil, freshUntil: now + policy.absence, usableUntil: now)
    }
}
