import Basics
import Heroes

extension Topic.Issue {
    /// Reads the issue that a comic is: "Civil War (2006) #1" of the series "Civil War (2006 - 2007)". Returns nil for a
    /// collection.
    init?(_ fields: ResponseFields, title: String) {
        let format = fields.text("format")?.lowercased() ?? ""
        // A variant may have a number of its own: "X-Men (2010) #1 (Cover #2)".
        let parts = title.split(separator: " #", maxSplits: 1).map(String.init)
        let number = parts.dropFirst().first.map(Self.number) ?? ""
        guard let name = parts.first, !Self.isCollection(title, format),
            let number = number.nonEmpty ?? Self.unprintedNumber(fields, format)
        else { return nil }
        let series = fields.tolerant(ReferencePayload.self, "series")?.name
        let names = [fields.textObject("indicia")?.asTitle.nonEmpty, series, name]
            .compactMap(\.self).map(Self.withoutYears)
        let volume = names.lazy.compactMap(\.year).first
        // A comic has a later month on its cover than that of its sale, so the year of the first ones may be the next.
        let year = fields.onsaleDate.map { max($0.year, volume ?? 0) }
        self.init(series: names.first?.name ?? name, number: number, volume: volume, year: year)
    }

    /// Returns the number at the start of "1 (Foil Variant)".
    private static func number(_ text: String) -> String {
        var number = text.drop { $0 == " " }.prefix { !$0.isWhitespace && $0 != "(" }
        while let last = number.last, ",:;".contains(last) { number.removeLast() }
        return String(number)
    }

    /// Returns the number of a comic without one in its title, which is 1 for a one-shot; nil if it may be a collection.
    private static func unprintedNumber(_ fields: ResponseFields, _ format: String) -> String? {
        guard ["comic", "magazine"].contains(format) else { return nil }
        return String(max(fields.int("issueNumber") ?? 1, 1))
    }

    private static let collections = ["trade paperback", "hardcover", "digest", "graphic novel", "omnibus"]

    /// Returns true for a book of several issues, by its format, or by a title such as "Runaways (Trade Paperback)".
    private static func isCollection(_ title: String, _ format: String) -> Bool {
        if collections.contains(format) || format.contains("collection") { return true }
        let marks = title.lowercased().split(separator: "(").dropFirst()
        return marks.contains { mark in collections.contains { mark.hasPrefix($0) } || mark.contains("collection)") }
            || title.split { !$0.isLetter }.contains { ["TPB", "HC", "Omnibus", "OMNIBUS"].contains($0) }
    }

    /// Returns the name and the first year of "Civil War (2006 - 2007)".
    private static func withoutYears(_ title: String) -> (name: String, year: Int?) {
        guard title.last == ")", let start = title.lastIndex(of: "(") else { return (title, nil) }
        let (name, years) = (String(title[..<start]).trimmed, title[start...].dropFirst().dropLast())
        let digits = years.utf8.prefix(while: \.isDigit)
        let isRange = digits.count == years.utf8.count || " -–".contains(years.dropFirst(4).first ?? "?")
        guard digits.count == 4, isRange, !name.isEmpty, let year = Int(years.prefix(4)) else { return (title, nil) }
        return (name, year)
    }
}

extension ResponseFields {
    /// The date of a comic's sale; nil if it is unknown, for which Marvel has the last day of 2029.
    fileprivate var onsaleDate: PartialDate? {
        let dates: [DatePayload] = list("dates")
        let date = dates.first { $0.type == "onsaleDate" }.flatMap { PartialDate($0.date) }
        return date == PartialDate(year: 2029, month: 12, day: 31) ? nil : date
    }

    /// Returns the text object of a type. The gateway's catalogue has `indicia`, the name of a comic's series as comic
    /// libraries have it, and `onsale_month` or `cover_month`, such as 1962-08, if the day of its sale is unknown.
    func textObject(_ type: String) -> String? {
        let texts: [TextPayload] = list("textObjects")
        return texts.first { $0.type == type }?.text
    }
}

private struct TextPayload: Decodable {
    let type: String
    let text: String
}
