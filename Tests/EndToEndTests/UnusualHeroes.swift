import Support

/// A Marvel-compatible source of heroes with long names, and one in a right-to-left script.
struct UnusualHeroes {
    private let upstream: LoopbackUpstream

    static let longName = "/heroes/2-the-incomparably-longwinded-professor-bartholomew-featherstonehaugh-of-the-ninth"
    static let rightToLeft = "/heroes/4"

    init() throws {
        upstream = try LoopbackUpstream { target, _ in
            // "/characters", "/characters/4" or "/characters/4/comics", below a version.
            let path = target.prefix { $0 != "?" }.split(separator: "/").dropFirst(2)
            guard path.count < 3 else { return Self.envelope([]) }
            return Self.envelope(Self.heroes.filter { path.count == 1 || path.last == "\($0.id)" })
        }
    }

    /// The options for a site with this source.
    var options: [String] { ["--source", upstream.url] }

    private typealias Hero = (id: Int, name: String, description: String)

    private static let heroes: [Hero] =
        [
            (2, "The Incomparably Long-winded Professor Bartholomew Featherstonehaugh of the Ninth", ""),
            (4, "الرجل العنكبوت (بيتر)", "يتأرجح بين أسطح المدينة! ثم يعود."),
        ] + (5...20).map { ($0, $0.isMultiple(of: 3) ? "Supercalifragilisticexpialidocious \($0)" : "Hero \($0)", "") }

    private static func envelope(_ heroes: [Hero]) -> LoopbackUpstream.Reply {
        let results = heroes.map { #"{"id":\#($0.id),"name":"\#($0.name)","description":"\#($0.description)"}"# }
        return .json(
            """
            {"code":200,"status":"Ok","copyright":"","attributionText":"","attributionHTML":"","etag":"1",
            "data":{"offset":0,"limit":20,"total":\(heroes.count),"count":\(heroes.count),
            "results":[\(results.joined(separator: ","))]}}
            """)
    }
}

/// A gateway process with delayed responses, and the options for a site with this source.
struct SlowGateway {
    private let program: Program
    private let url: String

    init(delay milliseconds: Int) async throws {
        program = try Program(
            Paths.heroes,
            ["gateway", "--port", "0", "--open", "--delay", String(milliseconds), "--log-level", "warning"])
        guard let url = await program.line(matching: /(http:\/\/[^\/ ]+)/) else {
            throw RunningSite.StartFailure(errorOutput: await program.errorOutput())
        }
        self.url = url
    }

    var options: [String] { ["--source", url] }

    func stop() async { _ = await program.stop() }
}
