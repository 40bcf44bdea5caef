import Support

/// A Marvel-compatible source of heroes with unusual data: one without any, one with long and malformed texts, one
/// with works that partly fail, and one in a right-to-left script.
struct FaultyUpstream {
    private let upstream: LoopbackUpstream

    static let noData = "/heroes/1-x"
    static let longTexts = "/heroes/2-the-incomparably-longwinded-professor-bartholomew-featherstonehaugh-of-the-ninth"
    static let failingWorks = "/heroes/3-unlucky"
    static let rightToLeft = "/heroes/4"

    init() throws {
        upstream = try LoopbackUpstream { target, _ in
            let path = target.prefix { $0 != "?" }.split(separator: "/").dropFirst(2).map(String.init)
            return Self.response(path)
        }
    }

    /// The options for a site with this source.
    var options: [String] { ["--source", upstream.url] }

    private static func response(_ path: [String]) -> LoopbackUpstream.Reply {
        switch path.count {
        case 1: envelope(heroes.map(record))
        case 2:
            heroes.indices.contains((Int(path[1]) ?? 0) - 1)
                ? envelope([record(heroes[(Int(path[1]) ?? 1) - 1])]) : .text("", status: 404)
        case 3 where path[1] == "3" && path[2] != "comics": .text("no", status: 500)
        case 3 where path[1] == "2": envelope((1...3).map(work), total: 4_499)
        default: envelope([])
        }
    }

    private typealias Hero = (id: Int, name: String, description: String)

    private static let heroes: [Hero] =
        [
            (1, "X", ""),
            (2, "The Incomparably Long-winded Professor Bartholomew Featherstonehaugh of the Ninth", longDescription),
            (3, "Unlucky", "Some of the records are lost."),
            (4, "الرجل العنكبوت (بيتر)", "يتأرجح بين أسطح المدينة! ثم يعود."),
        ] + (5...20).map { ($0, $0.isMultiple(of: 3) ? "Supercalifragilisticexpialidocious \($0)" : "Hero \($0)", "") }

    private static let longDescription = """
        <p>A first paragraph that goes on for a while, with <b>bold</b> and <i>slanted</i> words &amp; an &eacute;.</p>\
        <script>alert(1)</script><ul><li>One<li>Two, with a <a href='https://heroes.example/two'>link</a></ul>\
        <table><tr><td>A table</td></tr></table>\(String(repeating: "Donaudampfschifffahrtsgesellschaft", count: 5)) \
        \(String(repeating: "And another sentence follows the one before. ", count: 25))
        """

    private static func record(_ hero: Hero) -> String {
        """
        {"id":\(hero.id),"name":"\(hero.name)","description":"\(hero.description)",
        "thumbnail":{"path":"http://i.annihil.us/u/prod/marvel/i/mg/b/40/image_not_available","extension":"jpg"}}
        """
    }

    private static func work(_ number: Int) -> String {
        """
        {"id":\(number),"title":"\(String(repeating: "A Title of Considerable Length ", count: number))#\(number)",
        "description":"\(number == 2 ? "" : longDescription)"}
        """
    }

    private static func envelope(_ results: [String], total: Int? = nil) -> LoopbackUpstream.Reply {
        .json(
            """
            {"code":200,"status":"Ok","copyright":"","attributionText":"","attributionHTML":"<a href='https://heroes.example'>\
            Made up</a>","etag":"1","data":{"offset":0,"limit":20,"total":\(total ?? results.count),
            "count":\(results.count),"results":[\(results.joined(separator: ","))]}}
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
