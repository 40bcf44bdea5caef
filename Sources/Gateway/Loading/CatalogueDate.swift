/// A date in the catalogue: 1962-08-10, or a month of which the day is unknown, 1962-08.
struct CatalogueDate: Hashable, Sendable {
    /// The date with its day, which is the first of a month without one.
    let day: String
    let hasDay: Bool

    /// Returns nil for anything but a valid date or month.
    init?(_ text: String) {
        hasDay = text.utf8.count == 10
        day = hasDay ? text : text + "-01"
        guard day.utf8.count == 10, !day.contains("/"), Timestamp(day) != nil else { return nil }
    }

    /// The date in the wire format of comics, in New York's time as in the live service; daylight saving time by the
    /// month.
    var time: String {
        let isSummer = (4...10).contains(Int(day.dropFirst(5).prefix(2)) ?? 0)
        return "\(day)T00:00:00\(isSummer ? "-0400" : "-0500")"
    }
}

/// The part of a hero in a work: the main one, one of the others, or one that passes by.
enum HeroRole: String, Comparable, Sendable {
    case guest, supporting, main

    static func < (left: HeroRole, right: HeroRole) -> Bool { left.order < right.order }

    private var order: Int { self == .main ? 2 : self == .supporting ? 1 : 0 }
}
