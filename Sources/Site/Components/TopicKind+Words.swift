import Heroes

extension TopicKind {
    var heading: String { rawValue.capitalized }

    /// A topic of the kind in a sentence.
    var noun: String {
        switch self {
        case .comics: "comic"
        case .events: "event"
        case .stories: "story"
        case .series: "series"
        case .teams: "team"
        case .people: "person"
        }
    }

    /// Returns a number of topics in words.
    func count(_ number: Int) -> String { "\(number.grouped) \(number == 1 ? noun : rawValue)" }

    /// True for a kind with topics that may have neither picture nor description.
    var isPictureless: Bool { self == .teams || self == .people }

    /// The kinds of topics that a topic's page lists, in sections.
    var sections: [TopicKind] {
        switch self {
        case .events: [.comics, .series]
        case .series: [.comics, .events]
        case .teams: [.events, .series]
        case .people: [.comics, .series, .events]
        case .comics, .stories: []
        }
    }
}

extension String {
    /// The word with an upper-case first letter.
    var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

extension Topic {
    /// The title, or a substitute for an empty one.
    var heading: String { title.isEmpty ? "Untitled \(kind.noun)" : title }

    /// The kind with the dates, such as "Event · 2006–2007".
    var kindWithDates: String {
        // The titles of most series contain their years.
        let isDated = kind == .series && start.map { title.contains(String($0.year)) } == true
        return [kind.noun.capitalized, isDated ? nil : dates].compactMap(\.self).joined(separator: " · ")
    }

    /// The number of a team's members; nil if it is unknown.
    var size: String? {
        memberCount.flatMap { $0 > 0 ? "\($0.grouped) \($0 == 1 ? "member" : "members")" : nil }
    }

    /// The number of a team's members and its years, such as “65 members · since 1963”.
    var sizeWithDates: String? {
        guard kind == .teams else { return nil }
        return [size, dates].compactMap(\.self).joined(separator: " · ").nonEmpty
    }

    /// The date, after “Tie-in” for a comic that is not of the event's own series; nil for an own one without a date.
    var roleWithDate: String? {
        [role == "tie-in" ? "Tie-in" : nil, dates].compactMap(\.self).joined(separator: " · ").nonEmpty
    }

    /// The date of publication, or the years of an event, a series or a team.
    var dates: String? {
        guard let start else { return nil }
        if kind == .comics || kind == .stories { return start.words + (hasCoverDate ? " on the cover" : "") }
        if kind == .series || kind == .teams, end == nil { return "since \(start.year)" }
        guard let end, end.year > start.year else { return String(start.year) }
        return "\(start.year)–\(end.year)"
    }
}

extension PartialDate {
    /// The date in words: 1962, August 1962 or 10 August 1962.
    var words: String {
        let month = month.map { Self.months[$0 - 1] }
        return [day.map(String.init), month, String(year)].compactMap(\.self).joined(separator: " ")
    }

    /// The date in ISO 8601: 1962, 1962-08 or 1962-08-10.
    var iso: String {
        let parts = [month, day].compactMap(\.self).map { ($0 < 10 ? "-0" : "-") + String($0) }
        return String(repeating: "0", count: 4 - String(year).count) + String(year) + parts.joined()
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
