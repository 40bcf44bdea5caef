/// A comic, event, story or series that heroes appear in; also a team or a person, whose pages are the same.
package struct Work: Hashable, Sendable, Codable {
    package let id: WorkID
    package let title: String
    /// The source's description: possibly HTML, untrusted; nil if there is none.
    package let description: String?
    package let thumbnail: Thumbnail?
    /// The date of publication, or the start of an event or a series; nil if it is unknown.
    package let start: PartialDate?
    /// The end of an event or a series; nil if it is unknown or the series continues.
    package let end: PartialDate?
    /// The series and events of a comic, or the comic of a story.
    package let parents: [WorkReference]
    /// The people who made it.
    package var credits: [Credit] = []
    /// The events before and after an event, as far as the source knows them.
    package var previous: WorkReference?
    package var next: WorkReference?
    package let derived = Derived()

    private enum CodingKeys: CodingKey { case id, title, description, thumbnail, start, end, parents }

    package init(
        _ kind: WorkKind, id: Int, title: String, description: String? = nil, thumbnail: Thumbnail? = nil,
        start: PartialDate? = nil, end: PartialDate? = nil, parents: [WorkReference] = []
    ) {
        self.id = WorkID(kind, id)
        self.title = title.withDashInYears
        self.description = description
        self.thumbnail = thumbnail
        self.start = start
        self.end = end
        self.parents = parents
    }

    package var kind: WorkKind { id.kind }

    /// A person with a role in making a work, such as "writer"; empty if it is unknown.
    package struct Credit: Hashable, Sendable, Codable {
        package let person: WorkReference
        package let role: String

        package init(_ person: WorkReference, _ role: String) { (self.person, self.role) = (person, role) }
    }
}

extension Work: Identifiable {}

/// The kind of a work with its number, which is unique only among works of the kind.
package struct WorkID: Hashable, Sendable, Codable {
    package let kind: WorkKind
    package let number: Int

    package init(_ kind: WorkKind, _ number: Int) {
        self.kind = kind
        self.number = number
    }
}

/// The title of a work, with its id if the source has the work.
package struct WorkReference: Hashable, Sendable, Codable {
    package let title: String
    package let id: WorkID?

    package init(_ title: String, _ id: WorkID?) {
        self.title = title.withDashInYears
        self.id = id
    }
}

/// The kinds of works; the raw value is used in this site's URLs.
package enum WorkKind: String, CaseIterable, Sendable, Codable {
    case comics, events, stories, series, teams, people

    /// The kinds that are listed for a hero.
    package static let ofHeroes: [WorkKind] = [.comics, .events, .stories, .series]
}

/// The order of a list of works.
package enum WorkOrder: String, Sendable, Codable { case newest, oldest, name }

/// The object whose works are listed.
package enum WorkOwner: Hashable, Sendable {
    /// The source itself: all works of a kind.
    case source
    /// All works of the source whose titles match a text.
    case search(String)
    case hero(Hero.ID)
    case work(WorkID)
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
