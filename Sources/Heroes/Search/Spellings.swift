/// Alternative spellings of a search without results.
struct Spellings {
    /// The typed text without an article.
    private let base: String
    private let typed: String

    init(_ typed: String) {
        self.typed = typed
        let words = typed.split(separator: " ")
        let hasArticle = words.count > 1 && words[0].lowercased() == "the"
        base = (hasArticle ? words.dropFirst() : words[...]).joined(separator: " ")
    }

    /// The alternative spellings, the likeliest first.
    var alternatives: [String] {
        var alternatives = titled
        if base != typed { alternatives.append(base) }
        alternatives += recompounded
        alternatives.append(String(decoding: unmarked, as: UTF8.self))
        return alternatives.filter { !$0.isEmpty && $0.lowercased() != typed.lowercased() }
    }

    /// The letters that a matching name starts with.
    var targets: [Letters] { ([base] + titled).map { Letters($0) }.filter { !$0.bytes.isEmpty } }

    /// The first one or two letters, which all spellings of the name share; nil if there are none.
    var shortPrefix: String? {
        let letters = Letters(base).bytes
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        guard let first = letters.first, first < 0x80 else { return nil }
        let count = letters.prefix(2).allSatisfy(isLetter) ? 2 : 1
        let shortPrefix = String(decoding: letters.prefix(count), as: UTF8.self)
        return shortPrefix == typed.lowercased() ? nil : shortPrefix
    }

    /// The text with its title as names spell it.
    private var titled: [String] {
        let words = base.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let titles = Self.titles[words[0].lowercased().filter { $0 != "." }] else { return [] }
        return titles.map { "\($0) \(words[1])" }
    }

    private static let titles = [
        "ms": ["Ms."], "mrs": ["Mrs."], "mr": ["Mr.", "Mister"], "mister": ["Mr."], "dr": ["Doctor", "Dr."],
        "doctor": ["Dr."], "prof": ["Professor"], "capt": ["Captain"], "cpt": ["Captain"], "sgt": ["Sgt.", "Sergeant"],
        "lt": ["Lt.", "Lieutenant"], "st": ["Saint", "St."], "saint": ["St."],
    ]

    /// The text with hyphens for blanks, blanks for hyphens, or a hyphen before the last part of a compound word.
    private var recompounded: [String] {
        if base.contains(" ") { return [base.replacing(" ", with: "-")] }
        if base.contains("-") { return [base.replacing("-", with: " ")] }
        for part in ["woman", "women", "man", "men", "girl", "boy"] {
            let start = base.dropLast(part.count)
            if base.lowercased().hasSuffix(part), !start.isEmpty {
                return ["-", " "].map { "\(start)\($0)\(base.suffix(part.count))" }
            }
        }
        return []
    }

    /// The text without diacritics; empty if it has none.
    private var unmarked: [UInt8] { base.utf8.allSatisfy { $0 < 0x80 } ? [] : Letters(base).bytes }
}
