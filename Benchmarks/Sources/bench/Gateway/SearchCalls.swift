import Foundation

/// Searches in an archive of heroes whose names and descriptions are made of the catalogue's words.
struct SearchCalls {
    /// The calls with one kind of text.
    struct Kind {
        let name: String
        /// Milliseconds from the request to the end of the response, sorted.
        let times: [Double]

        func percentile(_ percent: Int) -> Double { times[min(times.count - 1, times.count * percent / 100)] }
    }

    private struct Hero: Decodable {
        let name: String
        let description: String?
    }

    let kinds: [Kind]

    init(heroes count: Int, calls: Int) throws {
        let catalogue = try Self.catalogue()
        let words = catalogue.flatMap { $0.name.split { !$0.isLetter } }.map(String.init).filter { $0.count > 3 }
        let names = (0..<count).map { Self.name($0, words) }
        let folder = try TemporaryFolder()
        let records = names.enumerated().map { Self.record($0.offset, $0.element, catalogue) }
        try folder.write(records.joined(separator: "\n").utf8, to: "heroes.jsonl")
        let archive = folder.path("archive")
        _ = try ChildProcess(Peer.program, ["import", folder.path("heroes.jsonl"), "--archive", archive]).finish()
        let gateway = try Peer.heroes(["gateway", "--open", "--archive", archive])
        let client = try gateway.client()
        kinds = try Self.texts.map { name, text in
            let times = try stride(from: 0, to: count, by: count / calls).map { try Self.time(text(names[$0]), client) }
            return Kind(name: name, times: times.sorted())
        }
    }

    private static let texts: [(String, @Sendable (String) -> String)] = [
        ("complete name", { $0 }), ("later word", { String($0.split(separator: " ")[1]) }),
        ("first letters", { String($0.prefix(2)) }), ("two letters swapped", { swapped($0) }),
        ("no match", { "zq" + $0.reversed() }),
    ]

    private static func swapped(_ name: String) -> String {
        var letters = Array(name)
        letters.swapAt(letters.count - 3, letters.count - 2)
        return String(letters)
    }

    private static func time(_ text: String, _ client: HTTPClient) throws -> Double {
        let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let response = try client.get("/v1/public/search?q=\(query)")
        guard response.status == 200 else { throw BenchmarkError("search for \(text): \(response.head)") }
        return response.total * 1e3
    }

    private static func catalogue() throws -> [Hero] {
        let folder = "Sources/Gateway/Catalogue"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("characters") }
        return try files.sorted().flatMap { file in
            try JSONDecoder().decode([Hero].self, from: Data(contentsOf: URL(filePath: "\(folder)/\(file)")))
        }
    }

    /// Returns a name of two words; the second is joined of the halves of two, as in Nightpool and Deadcrawler.
    private static func name(_ number: Int, _ words: [String]) -> String {
        let picked = (0..<3).map { words[pick(number * 3 + $0, below: words.count)] }
        return picked[0] + " " + picked[1].prefix(picked[1].count / 2) + picked[2].suffix(picked[2].count / 2)
    }

    /// Returns the same number below `bound` for the same one.
    private static func pick(_ number: Int, below bound: Int) -> Int {
        let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        return Int(((mixed ^ (mixed >> 31)) &* 0x94D0_49BB_1331_11EB) >> 33) % bound
    }

    private static func record(_ number: Int, _ name: String, _ catalogue: [Hero]) -> String {
        let texts = (1...2).map { catalogue[pick(number * $0, below: catalogue.count)].description ?? "" }
        let description = texts[0].prefix(150) + texts[1].suffix(100)
        let text = description.replacing("\\", with: "").replacing("\"", with: "'")
        return #"{"id":\#(number + 1),"name":"\#(name)","description":"\#(text)","#
            + #""resourceURI":"http://gateway.marvel.com/v1/public/characters/\#(number + 1)"}"#
    }

    var slowest: Double { kinds.map { $0.percentile(95) }.max() ?? .nan }

    var table: String {
        var table = Table("text", "median ms", "95 of 100 below ms")
        for kind in kinds { table.add(kind.name, kind.percentile(50).text(2), kind.percentile(95).text(2)) }
        return table.text
    }
}
