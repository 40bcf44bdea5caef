import FoundationEssentials

/// The words of searches beside those of an archive, from text files of the catalogue's folder.
package struct Vocabulary: Sendable {
    private var groups: [String: Set<String>] = [:]
    /// Complete names by other complete names of the same thing, both as one word.
    private var names: [String: String] = [:]
    /// The kinds that words ask for; nil for words that ask for nothing in particular.
    private var kinds: [String: Kind?] = [:]
    /// The words that narrow the list of characters, by the value that they ask for, such as "villain"; those for `list`
    /// ask for nothing but a list.
    private var narrowing: [String: Set<String>] = [:]

    private static let values = Set(Facts.sides + Facts.genders + ["list"])

    package init() {}

    /// Reads the lines of three files: words that count as each other; `name: other name, other name`, such as names in
    /// other languages and of films; and `kind: word word`, the words that ask for a kind, or with `none` for nothing, or
    /// with a side, a gender or `list` for a list of characters.
    init(thesaurus: String, names: String = "", asking: String = "") {
        for line in thesaurus.split(separator: "\n") {
            let words = SearchText.words(line)
            for word in words { groups[word, default: []].formUnion(words) }
        }
        for (name, others) in Self.entries(names) {
            let target = Self.joined(name)
            for other in others.split(separator: ",") { self.names[Self.joined(other)] = target }
        }
        for (kind, words) in Self.entries(asking) {
            let (kind, words) = (String(kind), SearchText.words(words))
            if Self.values.contains(kind) {
                narrowing[kind, default: []].formUnion(words)
            } else {
                for word in words { kinds[word] = .some(Kind(rawValue: kind)) }
            }
        }
    }

    /// Reads the files of a catalogue's folder; throws `CatalogueError`.
    package static func load(folder: String) throws -> Vocabulary {
        let files = try Catalogue.files(in: folder, suffix: ".txt")
        func text(_ name: String) throws(CatalogueError) -> String {
            guard let file = files.first(where: { $0.name == name }) else {
                throw CatalogueError(file: name, location: nil, reason: "it is missing")
            }
            return String(decoding: file.bytes, as: UTF8.self)
        }
        return Vocabulary(
            thesaurus: try text("thesaurus.txt"), names: try text("other-names.txt"),
            asking: try text("asking-words.txt"))
    }

    /// Returns the lines with a colon, split there, except comments.
    private static func entries(_ text: String) -> [(key: Substring, values: Substring)] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            // The title of a series may contain one, too, and other names have none.
            guard let end = line.range(of: ": ", options: .backwards) else { return nil }
            return (line[..<end.lowerBound], line[end.upperBound...])
        }
    }

    private static func joined(_ name: some StringProtocol) -> String {
        SearchText.withoutArticles(SearchText.words(name)).joined()
    }

    /// The words that ask.
    package var askingWords: Set<String> { Set(kinds.keys) }

    func isAsking(_ word: String) -> Bool { kinds[word] != nil }

    /// Returns the kind that the word asks for.
    func kind(askedBy word: String) -> Kind? { kinds[word] ?? nil }

    /// Returns the sides, the genders and `list`, as far as the word asks for them.
    func values(askedBy word: String) -> Set<String> { Set(narrowing.filter { $0.value.contains(word) }.keys) }

    /// Returns the complete name that another one stands for, both as one word.
    func name(of other: String) -> String? { names[other] }

    /// Returns the other words of the groups that contain the word.
    func others(_ word: String) -> Set<String> { (groups[word] ?? []).subtracting([word]) }
}
