import Foundation

/// A made-up collection as large as the live service's, in files like the answers that people recorded: one envelope of
/// up to 100 objects a line. The same counts give the same bytes.
struct RecordedCollection {
    /// How many objects of each kind there are.
    struct Counts {
        let characters: Int
        let comics: Int
        let creators: Int
        let events: Int
        let series: Int
        let stories: Int

        static let full = Counts(
            characters: 1_560, comics: 60_000, creators: 6_000, events: 75, series: 15_000, stories: 140_000)
        static let quick = Counts(
            characters: 100, comics: 2_000, creators: 200, events: 20, series: 500, stories: 4_000)
    }

    /// In so many of a million comics the best known hero appears: 21,500 of 60,000.
    static let share = 358_334

    let counts: Counts
    let folder: TemporaryFolder

    init(_ counts: Counts) throws {
        self.counts = counts
        folder = try TemporaryFolder()
        try write("characters", counts.characters, character)
        try write("series", counts.series, series)
        try write("creators", counts.creators, creator)
        try write("events", counts.events, event)
        try write("comics", counts.comics, comic)
        try write("stories", counts.stories, story)
    }

    var files: [String] {
        ["characters", "series", "creators", "events", "comics", "stories"].map { folder.path("\($0).jsonl") }
    }

    private func write(_ kind: String, _ count: Int, _ object: (Int) -> String) throws {
        let path = folder.path("\(kind).jsonl")
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw BenchmarkError("\(path) cannot be made")
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        for start in stride(from: 0, to: count, by: 100) {
            let numbers = start..<min(start + 100, count)
            let results = numbers.map(object).joined(separator: ",")
            let line = """
                {"code":200,"status":"Ok","data":{"offset":\(start),"limit":100,"total":\(count),\
                "count":\(numbers.count),"results":[\(results)]}}

                """
            try file.write(contentsOf: Data(line.utf8))
        }
        try file.close()
    }

    /// The same number below `bound` for the same two, the small ones far more often: few appear everywhere.
    private func pick(_ number: Int, _ turn: Int, below bound: Int) -> Int {
        var mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(turn) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 31)) &* 0x94D0_49BB_1331_11EB
        let share = Double(mixed >> 11) / Double(1 << 53)
        return Int(share * share * share * Double(bound))
    }

    /// The heroes of a comic, the first of all among them as often as `share` says.
    func heroes(ofComic number: Int) -> [Int] {
        let picked = Set((0..<3).map { 1 + pick(number, $0, below: counts.characters - 1) })
        return (number * Self.share % 1_000_000 < Self.share ? [0] : []) + picked.sorted()
    }

    func creators(ofComic number: Int) -> [Int] {
        Set((0..<4).map { pick(number, 10 + $0, below: counts.creators) }).sorted()
    }
}
