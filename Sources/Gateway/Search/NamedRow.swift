import Basics
import GRDB

/// An object with its complete name in a search.
struct NamedRow {
    let row: Int
    let kind: Kind
    let source: Source
    /// The words of the search that are the name.
    let words: Range<Int>
    /// The number of letters of the name in the search.
    let letters: Int

    /// The kind of a complete name, the one that counts most first.
    enum Source: Int {
        /// The name of the object.
        case name
        /// The real name or an alias of a character.
        case alias
        /// A name that only the vocabulary has.
        case vocabulary
        /// The title of a story in a comic.
        case story
    }
}

extension WordSearch {
    /// Returns the objects with their complete names in the search as whole words, first the one that is meant: that with
    /// the longest name, then by the kind of the name and of the object, and of these the best known; and the objects
    /// with a name within a longer one, such as Thor in “Mighty Thor”.
    ///
    /// A name of words that usually mean nothing, such as “thing”, counts if all other words are in names or ask, and at
    /// the start of the search, except in “thing with wings”. A hero comes before other kinds, and a name of the object
    /// before one that only the vocabulary has.
    func named() throws -> (rows: [NamedRow], within: [NamedRow]) {
        var runs: [[NamedRow]] = []
        for start in typed.words.indices {
            for end in start..<typed.words.count {
                let run = try rows(named: start..<end + 1)
                if !run.isEmpty { runs.append(run) }
            }
        }
        runs.sort { $0[0].letters > $1[0].letters }
        func isNaming(_ words: Range<Int>) -> Bool { words.contains { typed.isNaming($0, vocabulary) } }
        var free = Set(typed.words.indices)
        var chosen: [NamedRow] = []
        func choose(_ runs: [[NamedRow]]) {
            for run in runs where run[0].words.allSatisfy(free.contains) {
                chosen += run
                free.subtract(run[0].words)
            }
        }
        choose(runs.filter { isNaming($0[0].words) })
        let isRest = !free.contains { typed.isNaming($0, vocabulary) }
        choose(
            runs.filter { run in
                let words = run[0].words
                // Words that ask are a name only if there is nothing else.
                guard words.allSatisfy(typed.isStopWord) else { return words == typed.words.indices }
                return isRest || words.lowerBound == 0 && !typed.isStopWord(words.upperBound)
            })
        let rows = Set(chosen.map(\.row))
        // A short alias is a part of other names, as “War” of “Civil War”.
        let within = runs.joined().filter {
            isNaming($0.words) && !rows.contains($0.row) && ($0.source == .name || $0.letters > 3)
        }
        return (sorted(chosen), sorted(within.unique(by: \.row)))
    }

    private func sorted(_ named: [NamedRow]) -> [NamedRow] {
        let names = Set(named.filter { $0.source == .name && $0.kind != .characters }.map(\.words))
        func order(_ named: NamedRow) -> [Int] {
            // Of the same name, that of which the search has more, as “spider-man miles” of Miles Morales.
            let words = rows[named.row].inNames.subtracting(.joined).rawValue.nonzeroBitCount
            // Many titles of stories are ordinary words, as in “deadpool healing factor”.
            let isPart = named.source == .story && !typed.required.isSubset(of: WordSet(named.words))
            // A hero is meant before the event or the film that is named beside it.
            let isOwn = named.source == .name || !names.contains(named.words)
            // An abbreviation, such as “FF”, may be the title of a series, too.
            let isOther =
                named.source == .vocabulary || named.source == .story || [.series, .comics].contains(named.kind)
            let rank = isPart ? 3 : isOther ? 2 : named.kind == .characters && isOwn ? 0 : 1
            // The rows of a kind are in the order of their fame.
            return [
                rank, -named.letters, Kind.named.firstIndex(of: named.kind) ?? 0, named.source.rawValue,
                -words, named.row,
            ]
        }
        let sorted = named.map { ($0, order($0)) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        // The best of each name come before the others.
        let first = sorted.unique(by: \.words)
        return first + sorted.filter { named in !first.contains { $0.row == named.row } }
    }

    /// Returns the objects with these words as their complete name, each once.
    private func rows(named words: Range<Int>) throws -> [NamedRow] {
        let name = typed.words[words].joined()
        var named: [Int: NamedRow] = [:]
        func add(_ rows: [Int32], _ source: NamedRow.Source) {
            for row in rows.map(Int.init) where named[row] == nil {
                guard let kind = kind(of: row) else { continue }
                let source = source == .alias && kind == .comics ? .story : source
                // Many stories have a word as their title.
                guard source != .story || words.count > 1 || typed.required.isSubset(of: WordSet(words)) else {
                    continue
                }
                named[row] = NamedRow(row: row, kind: kind, source: source, words: words, letters: name.count)
            }
        }
        add(try postings.rows(.completeName, [name]), .name)
        add(try postings.rows(.completeAlias, [name]), .alias)
        if let other = vocabulary.name(of: name) { add(try postings.rows(.completeName, [other]), .vocabulary) }
        // The issue of a series, as “ASM 121”.
        let number = typed.words[words.upperBound - 1]
        if words.count > 1, Int(number) != nil, let series = vocabulary.name(of: String(name.dropLast(number.count))) {
            add(try postings.rows(.completeName, [series + number]), .vocabulary)
        }
        return Array(named.values)
    }
}

extension Kind {
    /// The kinds in the order in which objects of the same name are meant.
    fileprivate static let named: [Kind] = [.characters, .teams, .events, .creators, .series, .comics]
}
