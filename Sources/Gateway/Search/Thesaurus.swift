import FoundationEssentials

/// The words that count as each other in searches: the lines of a text file, each a group of words.
package struct Thesaurus: Sendable {
    private var groups: [String: Set<String>] = [:]

    /// Creates a thesaurus without words.
    package init() {}

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = SearchText.words(line)
            for word in words { groups[word, default: []].formUnion(words) }
        }
    }

    /// Reads the thesaurus of a catalogue's folder; throws `CatalogueError`.
    package static func load(folder: String) throws -> Thesaurus {
        guard let file = try Catalogue.files(in: folder, suffix: ".txt").first(where: { $0.name == "thesaurus.txt" })
        else { throw CatalogueError(file: "thesaurus.txt", location: nil, reason: "it is missing") }
        return Thesaurus(String(decoding: file.bytes, as: UTF8.self))
    }

    /// Returns the other words of the groups that contain the word.
    func others(_ word: String) -> Set<String> { (groups[word] ?? []).subtracting([word]) }
}
