/// The records of a Comic Vine of its own: known characters, and as many others as a test needs, made from a seed when
/// they are asked for.
package struct ComicVineData: Sendable {
    /// The ids of all characters, of any publisher, ascending.
    private(set) var characterIDs: [Int]
    private let seed: UInt64
    private var stored: [Int: ServedCharacter] = [:]

    static let issueIDs = 100_000..<120_000
    static let volumeIDs = 2000..<2200
    static let storyArcIDs = 40_000..<40_130

    /// Makes about as many characters of Marvel as asked for, and a third as many of other publishers.
    package init(members: Int = 60, seed: UInt64 = 1) {
        self.seed = seed
        for character in ServedCharacter.known { stored[character.id] = character }
        let generated = max(0, members - stored.count { $0.value.publisher == .marvel })
        var ids = Set(stored.keys)
        for index in 0..<generated {
            ids.insert(3000 + 4 * index)
            if index.isMultiple(of: 3) { ids.insert(3002 + 4 * index) }
        }
        characterIDs = ids.sorted()
    }

    package func character(_ id: Int) -> ServedCharacter {
        if let character = stored[id] { return character }
        let hash = self.hash(id)
        var character = ServedCharacter(
            id, name(id), hash % 5 == 0 ? nil : Self.words(hash / 3), publisher(id),
            in: hash % 100 < 70 ? 1 + hash % 9 : 10 + hash % 200)
        if hash % 6 == 0 { character.deck = nil }
        if hash % 8 == 0 { character.picture = .placeholder }
        return character
    }

    /// Changes or adds a character.
    mutating func store(_ character: ServedCharacter) {
        remove(character.id)
        stored[character.id] = character
        characterIDs.insert(character.id, at: characterIDs.firstIndex { $0 > character.id } ?? characterIDs.endIndex)
    }

    mutating func remove(_ id: Int) {
        stored[id] = nil
        characterIDs.removeAll { $0 == id }
    }

    /// Returns the ids of a publisher's characters, ascending.
    package func characterIDs(of publisher: ServedCharacter.Publisher) -> [Int] {
        characterIDs.filter { self.publisher($0) == publisher }
    }

    package func name(_ id: Int) -> String {
        if let character = stored[id] { return character.name }
        let hash = self.hash(id)
        return hash % 4 == 0 ? Self.words(hash) : Self.words(hash) + " of " + Self.third[hash % Self.third.count]
    }

    func publisher(_ id: Int) -> ServedCharacter.Publisher? {
        if let character = stored[id] { return character.publisher }
        return id.isMultiple(of: 4) ? .marvel : hash(id) % 4 == 0 ? .malibu : .dc
    }

    func hash(_ id: Int) -> Int {
        var generator = SeededGenerator(seed: seed &+ UInt64(truncatingIfNeeded: id) &* 0xD6E8_FEB8_6659_FD93)
        return Int(generator.next() >> 8)
    }

    /// Returns two words that depend on the number only.
    static func words(_ number: Int) -> String {
        first[number / 7 % first.count] + " " + second[number / 331 % second.count]
    }

    private static let first = [
        "Amber", "Brass", "Copper", "Crimson", "Drifting", "Early", "Emerald", "Fallen", "Frozen", "Gilded", "Grey",
        "Hidden", "Hollow", "Indigo", "Iron", "Ivory", "Jade", "Lunar", "Mossy", "Northern", "Onyx", "Pale", "Quiet",
        "Rapid", "Rusty", "Scarlet", "Silent", "Solar", "Stormy", "Tidal", "Velvet", "Winter",
    ]
    private static let second = [
        "Anvil", "Arrow", "Beacon", "Comet", "Condor", "Dagger", "Drummer", "Falcon", "Ferryman", "Gargoyle", "Harbour",
        "Heron", "Hunter", "Jackal", "Lantern", "Magpie", "Mason", "Needle", "Otter", "Pilgrim", "Pilot", "Raven",
        "Sentinel", "Shepherd", "Sparrow", "Thistle", "Tinker", "Viper", "Warden", "Weaver", "Wrangler",
    ]
    private static let third = [
        "Aldermoor", "Birchfield", "Cawdale", "Dunmere", "Eastwick", "Farrow", "Galloway", "Hexham", "Ilkley", "Jura",
        "Kelso", "Lorne", "Melrose", "Nairn", "Oban", "Perth", "Quarry Hill", "Rye", "Selkirk", "Tarbert", "Ullapool",
    ]
}
