/// A thing that heroes appear in or belong to: a comic, event, story, series, team or person.
package struct Topic: Hashable, Sendable, Codable {
    package let id: TopicID
    package let title: String
    /// The source's description: possibly HTML, untrusted; nil if there is none.
    package let description: String?
    package let thumbnail: Thumbnail?
    /// The date of publication, the start of an event or a series, or the year in which a team was founded; nil if it is
    /// unknown.
    package let start: PartialDate?
    /// The end of an event or a series; nil if it is unknown or the series continues.
    package let end: PartialDate?
    /// The series and events of a comic, or the comic of a story.
    package let parents: [TopicReference]
    /// The people who made it.
    package var credits: [Credit] = []
    /// The events before and after an event, or the issues before and after a comic, as far as they are known.
    package var previous: TopicReference?
    package var next: TopicReference?
    /// The part of the topic in the owner of its list, or of that one in it, such as "tie-in" or "main"; empty if it is
    /// unknown.
    package var role = ""
    /// True if `start` is the month on a comic's cover, which is some months after its sale.
    package var hasCoverDate = false
    /// The allies and the enemies of a team.
    package var allies: [Related] = []
    package var enemies: [Related] = []
    /// The number of heroes in a team; nil if it is unknown.
    package var memberCount: Int?
    /// The issue that a comic is; nil for a collection, and for other kinds.
    package var issue: Issue?
    package let derived = Derived()

    private enum CodingKeys: CodingKey { case id, title, description, thumbnail, start, end, parents, issue }

    package init(
        _ kind: TopicKind, id: Int, title: String, description: String? = nil, thumbnail: Thumbnail? = nil,
        start: PartialDate? = nil, end: PartialDate? = nil, parents: [TopicReference] = []
    ) {
        self.id = TopicID(kind, id)
        self.title = title.withDashInYears
        self.description = description
        self.thumbnail = thumbnail
        self.start = start
        self.end = end
        self.parents = parents
    }

    package var kind: TopicKind { id.kind }

    /// A person with a role in making a topic, such as "writer"; empty if it is unknown.
    package struct Credit: Hashable, Sendable, Codable {
        package let person: TopicReference
        package let role: String

        package init(_ person: TopicReference, _ role: String) { (self.person, self.role) = (person, role) }
    }

    /// A hero or a topic that has to do with this one.
    package enum Related: Hashable, Sendable {
        case hero(Hero)
        case topic(TopicReference)
    }

    /// An issue of a series, as comic libraries file it.
    package struct Issue: Hashable, Sendable, Codable {
        /// The name of the series without its years.
        package let series: String
        /// The number as printed, such as "1", "-1", "½" or "1.MU".
        package let number: String
        /// The year in which the series began; nil if it is unknown.
        package var volume: Int?
        /// The year of the issue itself; nil if it is unknown.
        package var year: Int?

        package init(series: String, number: String, volume: Int? = nil, year: Int? = nil) {
            (self.series, self.number, self.volume, self.year) = (series, number, volume, year)
        }
    }
}

extension Topic: Identifiable {}

/// The kind of a topic with its number, which is unique only among topics of the kind.
package struct TopicID: Hashable, Sendable, Codable {
    package let kind: TopicKind
    package let number: Int

    package init(_ kind: TopicKind, _ number: Int) {
        self.kind = kind
        self.number = number
    }
}

/// The title of a topic, with its id if the source has the topic.
package struct TopicReference: Hashable, Sendable, Codable {
    package let title: String
    package let id: TopicID?

    package init(_ title: String, _ id: TopicID?) {
        self.title = title.withDashInYears
        self.id = id
    }
}

/// The kinds of topics; the raw value is used in this site's URLs.
package enum TopicKind: String, CaseIterable, Sendable, Codable {
    case comics, events, stories, series, teams, people

    /// The kinds that are listed for a hero.
    package static let ofHeroes: [TopicKind] = [.comics, .events, .stories, .series]
}

/// The order of a list of topics; by role, those come first in which the hero is the main one, then the newest.
package enum TopicOrder: String, Sendable, Codable { case role, newest, oldest, largest, name }

/// The owner of a list of topics.
package enum TopicOwner: Hashable, Sendable {
    /// The source itself: all topics of a kind.
    case source
    /// All topics of the source with titles that match a text.
    case search(String)
    case hero(Hero.ID)
    case topic(TopicID)
}

/// A date of which only the year is certain: 1962, August 1962 or 10 August 1962.
package struct PartialDate: Hashable, Sendable, Codable {
    /// From 1 to 9999.
    package let year: Int
    /// From 1 to 12.
    package let month: Int?
    /// From 1 to 31.
    package let day: Int?

    /// Returns nil unless the year is from 1 to 9999.
    package init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year) else { return nil }
        self.year = year
        self.month = month.flatMap { (1...12).contains($0) ? $0 : nil }
        self.day = self.month == nil ? nil : day.flatMap { (1...31).contains($0) ? $0 : nil }
    }

    /// Parses the date at the start of a text such as `1962-08-10T00:00:00-0400`, `1962-08` or `1962`.
    package init?(_ text: String) {
        let date = text.prefix { $0 != "T" && $0 != " " }
        let parts = date.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0] else { return nil }
        self.init(year: year, month: parts.count > 1 ? parts[1] : nil, day: parts.count > 2 ? parts[2] : nil)
    }
}
