import Foundation

/// The program itself, in a process of its own.
final class HeroesProgram {
    let port: UInt16
    private let child: Child

    /// Where `script/bench` has built it.
    static let path = ".build/release/heroes"

    /// Starts a command that listens on a free port and says where.
    init(_ arguments: [String]) throws {
        child = try Self.start(arguments + ["--port", "0", "--log-level", "error"])
        guard let port = Self.port(child) else {
            throw Unmeasurable("heroes \(arguments.joined(separator: " ")) does not start; its reason is above")
        }
        self.port = port
    }

    deinit { child.stop() }

    /// The gateway on an archive, which holds every answer back for so long.
    static func gateway(_ archive: String, delay milliseconds: Int) throws -> HeroesProgram {
        try HeroesProgram(["gateway", "--open", "--archive", archive, "--delay", String(milliseconds)])
    }

    /// A site that remembers nothing yet.
    static func site(on gateway: HeroesProgram, _ options: [String] = []) throws -> HeroesProgram {
        try HeroesProgram(["serve", "--ephemeral", "--source", "http://127.0.0.1:\(gateway.port)"] + options)
    }

    static func importFiles(_ files: [String], archive: String) throws {
        _ = try start(["import"] + files + ["--archive", archive]).lines()
    }

    var processes: ProcessTree { ProcessTree(root: child.pid) }

    func client() throws -> PlainClient { try PlainClient(port: port) }

    /// Calls to the source that have ended, as the program counts them.
    func calls() throws -> Int {
        let text = try client().page("/metrics").text
        let counts = text.matches(of: /(?m)^heroes_upstream_calls_total\{[^}]*\} (\d+)/).compactMap { Int($0.1) }
        guard !counts.isEmpty else { throw Unmeasurable("/metrics does not count the calls to the source") }
        return counts.reduce(0, +)
    }

    /// Where the program listens, by what it says of it.
    static func port(_ child: Child) -> UInt16? {
        child.line()?.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }
    }

    private static func start(_ arguments: [String]) throws -> Child {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Unmeasurable("\(path) is missing: script/bench builds it")
        }
        return try Child(path, arguments)
    }
}
