/// A book of a reading list (`.cbl`), as comic readers read it.
package struct ListedBook: Hashable, Sendable {
    package let series: String
    package let number: String
    package let volume: Int?
    package let year: Int?
    /// The ids at Comic Vine.
    package let seriesID: Int?
    package let issueID: Int?

    /// Returns the books of a list in its order.
    package static func all(in list: String) -> [ListedBook] {
        list.split(separator: "<Book ").dropFirst().map { element in
            let parts = element.split(separator: "<Database Name=\"cv\"", maxSplits: 1)
            let (book, ids) = (attributes(parts[0]), parts.count > 1 ? attributes(parts[1]) : [:])
            return ListedBook(
                series: book["Series"] ?? "", number: book["Number"] ?? "", volume: book["Volume"].flatMap { Int($0) },
                year: book["Year"].flatMap { Int($0) }, seriesID: ids["Series"].flatMap { Int($0) },
                issueID: ids["Issue"].flatMap { Int($0) })
        }
    }

    /// Returns the attributes of an element, whose tag may be the beginning of the text.
    private static func attributes(_ text: Substring) -> [Substring: String] {
        let references = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        let pairs = text.prefix { $0 != ">" }.matches(of: /([A-Z][a-z]+)="([^"]*)"/).map { match in
            (match.1, references.reduce(String(match.2)) { $0.replacing($1.0, with: $1.1) })
        }
        return Dictionary(pairs) { $1 }
    }
}

/// A library of comics with the names and ids of Comic Vine, by the matching rules of comic readers.
package struct ComicLibrary {
    package struct Issue: Hashable, Sendable {
        let series: String
        let began: Int
        let number: String
        let seriesID: Int
        let id: Int

        package init(_ series: String, _ began: Int, _ number: String, seriesID: Int = 0, id: Int = 0) {
            (self.series, self.began, self.number) = (series, began, number)
            (self.seriesID, self.id) = (seriesID, id)
        }
    }

    private let issues: [Issue]

    package init(_ issues: [Issue]) { self.issues = issues }

    /// Returns the issues that Komga finds: in the series "Series (Volume)" or "Series", by the number without leading
    /// zeros, ignoring case.
    package func komga(_ book: ListedBook) -> [Issue] {
        let volume = book.volume.map { $0 == 1 ? "" : " (\($0))" } ?? ""
        let names = [book.series + volume, book.series].map { $0.lowercased() }
        func number(_ text: String) -> String { String(text.lowercased().drop { $0 == "0" }) }
        return issues.filter { issue in
            names.contains("\(issue.series) (\(issue.began))".lowercased())
                && number(issue.number) == number(book.number)
        }
    }

    /// Returns the issues that Kavita finds in a library of comics: by the ids, or else by "Series (Volume)" in letters
    /// and digits only, and the number as it is.
    package func kavita(_ book: ListedBook) -> [Issue] {
        let identified = issues.filter { $0.seriesID == book.seriesID && $0.id == book.issueID }
        guard identified.isEmpty else { return identified }
        func normal(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        let name = normal("\(book.series) (\(book.volume.map { "\($0)" } ?? ""))")
        return issues.filter { normal("\($0.series) (\($0.began))") == name && $0.number == book.number }
    }

    /// Returns the issues that Mylar finds, by their ids; nil if it refuses the list, since a book has none.
    package func mylar(_ books: [ListedBook]) -> [Issue]? {
        guard books.allSatisfy({ $0.seriesID != nil && $0.issueID != nil }) else { return nil }
        return books.flatMap { book in issues.filter { $0.seriesID == book.seriesID && $0.id == book.issueID } }
    }
}
