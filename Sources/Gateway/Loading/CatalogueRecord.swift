import Basics
import Pictures

/// One object of a catalogue file, read field by field. Errors name the file and the record.
struct CatalogueRecord: Sendable {
    let file: String
    /// The record's position in the file, from 1.
    let number: Int
    let pictures: PictureFormat
    private let motifs: [String: Motif]
    private let fields: [JSON.Member]

    init(_ json: JSON, file: String, number: Int, motifs: [String: Motif], pictures: PictureFormat = .png)
        throws(CatalogueError)
    {
        self.file = file
        self.number = number
        self.motifs = motifs
        self.pictures = pictures
        guard case .object(let members) = json else {
            throw CatalogueError(file: file, location: "record \(number)", reason: "it is not an object")
        }
        // There are so few members that a linear search is faster than building a dictionary.
        for (index, member) in members.enumerated() where members[..<index].contains(where: { $0.name == member.name })
        {
            throw CatalogueError(file: file, location: "record \(number)", reason: "\"\(member.name)\" occurs twice")
        }
        fields = members
    }

    func error(_ reason: String) -> CatalogueError {
        let id = value("id")?.int.map { " (id \($0))" } ?? ""
        return CatalogueError(file: file, location: "record \(number)\(id)", reason: reason)
    }

    func missing(_ kind: Kind, _ id: Int) -> CatalogueError {
        error("there is no \(kind.filterName) \(id) in \(kind.rawValue)")
    }

    /// Throws if the record has a field with another name: a misspelled field would be silently ignored.
    func allow(_ names: [String]) throws(CatalogueError) {
        if let unknown = fields.lazy.map(\.name).filter({ !names.contains($0) }).min() {
            throw error("\"\(unknown)\" is not a field of this kind")
        }
    }

    /// Returns the value of a field; nil if it is missing or null.
    private func value(_ name: String) -> JSON? {
        fields.first { $0.name == name }.flatMap { $0.value == .null ? nil : $0.value }
    }

    private func required<Value>(_ value: Value?, _ name: String) throws(CatalogueError) -> Value {
        guard let value else { throw error("\"\(name)\" is missing") }
        return value
    }

    private func read<Value>(
        _ name: String, _ expected: String, _ convert: (JSON) -> Value?
    ) throws(CatalogueError) -> Value? {
        guard let json = value(name) else { return nil }
        guard let value = convert(json) else { throw error("\"\(name)\" must be \(expected)") }
        return value
    }

    func optionalText(_ name: String) throws(CatalogueError) -> String? { try read(name, "a string", \.text) }
    func optionalInt(_ name: String) throws(CatalogueError) -> Int? { try read(name, "an integer", \.int) }
    func optionalNumber(_ name: String) throws(CatalogueError) -> Double? { try read(name, "a number", \.double) }

    func text(_ name: String) throws(CatalogueError) -> String { try required(optionalText(name), name) }
    func int(_ name: String) throws(CatalogueError) -> Int { try required(optionalInt(name), name) }
    func number(_ name: String) throws(CatalogueError) -> Double { try required(optionalNumber(name), name) }

    func id(_ name: String) throws(CatalogueError) -> Int { try required(optionalID(name), name) }

    func optionalID(_ name: String) throws(CatalogueError) -> Int? {
        try read(name, "an integer from 1 to \(ObjectKey.largestID)", Self.objectID)
    }

    static func objectID(_ json: JSON) -> Int? {
        json.int.flatMap { (1...ObjectKey.largestID).contains($0) ? $0 : nil }
    }

    func flag(_ name: String, default: Bool) throws(CatalogueError) -> Bool {
        let value = try read(name, "true or false") { json -> Bool? in
            guard case .bool(let value) = json else { return nil }
            return value
        }
        return value ?? `default`
    }

    /// Returns the ids of related objects; empty if the field is missing.
    func ids(_ name: String) throws(CatalogueError) -> [Int] { try list(name, "a list of ids", Self.objectID) }

    /// Returns the creators with their roles; empty if the field is missing.
    func credits() throws(CatalogueError) -> [CatalogueItem.Credit] {
        try list("creators", "a list of {\"id\", \"role\"}") { element in
            guard let id = element["id"].flatMap(Self.objectID), let role = element["role"]?.text else { return nil }
            return (id, role)
        }
    }

    /// Returns the texts of a list; empty if the field is missing.
    func texts(_ name: String) throws(CatalogueError) -> [String] {
        try list(name, "a list of strings that are not blank", Facts.text)
    }

    func facts() throws(CatalogueError) -> Facts {
        Facts(
            realName: try read("realName", "a string that is not blank", Facts.text),
            aliases: try texts("aliases"), teams: try texts("teams").map(Facts.Membership.init(line:)),
            firstAppearance: try read("firstAppearance", "a string that is not blank", Facts.text),
            side: try read("side", "hero, villain or both") { Facts.word($0, of: Facts.sides) },
            gender: try read("gender", "female or male") { Facts.word($0, of: Facts.genders) },
            keywords: try read("keywords", "a string that is not blank", Facts.text),
            isIcon: try flag("icon", default: false))
    }

    func list<Element>(
        _ name: String, _ expected: String, _ convert: (JSON) -> Element?
    ) throws(CatalogueError) -> [Element] {
        let list = try read(name, expected) { json -> [Element]? in
            guard case .array(let elements) = json else { return nil }
            let values = elements.compactMap(convert)
            return values.count == elements.count ? values : nil
        }
        return list ?? []
    }

    /// Returns the emblem of the picture; nil if the field is missing.
    func emblem(_ kind: Kind) throws(CatalogueError) -> Emblem? {
        guard let line = try optionalText("emblem") else { return nil }
        do {
            return try Emblem(line: line, ofWork: kind != .characters, motifs: motifs)
        } catch { throw self.error("\"emblem\": \(error)") }
    }

    /// Returns a date of which the day may be unknown; then it is the first, and `precision` says so.
    func date(_ name: String) throws(CatalogueError) -> CatalogueDate? {
        try read(name, "a date such as 1962-08-10 or a month such as 1962-08") { json in
            json.text.flatMap(CatalogueDate.init)
        }
    }

    /// Returns the heroes of a work by their roles, each of them one of its characters.
    func roles(of characters: [Int]) throws(CatalogueError) -> [Int: HeroRole] {
        let (main, guests) = (try ids("main"), try ids("guests"))
        if main.isEmpty, guests.isEmpty { return [:] }
        var roles = Dictionary(characters.map { ($0, HeroRole.supporting) }) { first, _ in first }
        for (ids, role) in [(main, HeroRole.main), (guests, .guest)] {
            for id in ids {
                guard roles[id] == .supporting else {
                    throw error("character \(id) has a role, but is not in \"characters\", or has two roles")
                }
                roles[id] = role
            }
        }
        return roles
    }

    func indicia() throws(CatalogueError) -> String? {
        try read("indicia", "a name with a year such as The Avengers (1963)") { json in
            json.text.flatMap { Columns.startYear($0) > 0 && $0.hasSuffix(")") ? $0 : nil }
        }
    }

    func modified() throws(CatalogueError) -> String? {
        try read("modified", "a time such as 2014-04-29T14:18:17-0400") { json in
            json.text.flatMap { $0.utf8.count == 24 && Timestamp($0) != nil ? $0 : nil }
        }
    }
}

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
