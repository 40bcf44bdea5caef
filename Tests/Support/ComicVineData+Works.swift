/// Issues, volumes and story arcs, computed from their ids.
extension ComicVineData {
    /// Returns the issues with a character: newest first, and a foreign reprint at the end.
    package func credits(of character: ServedCharacter) -> [Int] {
        let newest = Self.issueIDs.count - 2 - hash(character.id) % 100
        let count = min(character.appearances, newest)
        guard count > 0 else { return [] }
        let step = max(1, min(1 + hash(character.id) % 40, newest / count))
        let issues = (0..<count).map { Self.issueIDs.lowerBound + newest - $0 * step }
        return count > 20 ? issues.dropLast() + [Self.issueIDs.lowerBound + newest + 1] : issues
    }

    /// Returns a title, several separated by semicolons, an empty text or nil.
    package func issueName(_ id: Int) -> String? {
        let hash = self.hash(id)
        switch hash % 20 {
        case 0..<12: return Self.words(hash / 20)
        case 12..<15:
            return "\(Self.words(hash / 20)); \(Self.words(hash / 60)) -- The Long Way; ; \(Self.words(hash / 90)) "
        case 15..<19: return ""
        default: return nil
        }
    }

    package func issueNumber(_ id: Int) -> String {
        let number = (id - Self.issueIDs.lowerBound) / Self.volumeIDs.count + 1
        switch id % 97 {
        case 5: return "\(number).4"
        case 7: return "\(number)A"
        default: return String(number)
        }
    }

    package func volume(ofIssue id: Int) -> Int {
        Self.volumeIDs.lowerBound + (id - Self.issueIDs.lowerBound) % Self.volumeIDs.count
    }

    /// Two volumes of three share their name with another.
    package func volumeName(_ id: Int) -> String { Self.words(hash(id / 3 * 3 + (id % 3 == 0 ? 0 : 1))) }

    package func volumeYear(_ id: Int) -> Int { 1961 + id % 50 }

    /// Returns the day on a cover; later issues have greater ids.
    package func coverDate(_ id: Int) -> String {
        let month = (id - Self.issueIDs.lowerBound) / 26
        return "\(1961 + month / 12)-\(Self.twoDigits(month % 12 + 1))-01"
    }

    /// Returns 30 issues, the first of them first.
    package func issues(ofArc id: Int) -> [Int] {
        (0..<30).map { Self.issueIDs.lowerBound + (id - Self.storyArcIDs.lowerBound) * 150 + $0 * 3 }
    }

    /// Returns a name with the series in quotes, without a series, or without quotes.
    package func storyArcName(_ id: Int) -> String {
        let words = Self.words(hash(id))
        switch id % 4 {
        case 0: return "\"\(volumeName(volume(ofIssue: issues(ofArc: id)[0])))\" \(words)"
        case 1: return "\"\(words)\""
        case 2: return words
        default: return "\"\(ServedCharacter.known[id / 4 % ServedCharacter.known.count].name)\" \(words)"
        }
    }

    package func publisher(ofArc id: Int) -> ServedCharacter.Publisher { id % 5 == 2 ? .dc : .marvel }

    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
