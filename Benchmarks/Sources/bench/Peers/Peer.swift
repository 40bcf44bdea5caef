import Foundation

/// A server in a process of its own that listens on a port of 127.0.0.1.
final class Peer {
    let port: UInt16
    private let process: ChildProcess
    /// The folder with its files, deleted when it has ended.
    private let folder: TemporaryFolder?

    init(_ process: ChildProcess, port: UInt16, folder: TemporaryFolder? = nil) {
        (self.process, self.port, self.folder) = (process, port, folder)
    }

    deinit { process.stop() }

    func stop() { process.stop() }

    /// The program, in release, as `script/bench` has built it.
    static let program = ".build/release/heroes"

    /// Starts `heroes serve` or `heroes gateway` on a free port.
    static func heroes(_ arguments: [String]) throws -> Peer {
        let process = try ChildProcess(program, arguments + ["--port", "0", "--log-level", "error"])
        let port = process.line()?.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }
        guard let port else {
            throw BenchmarkError("heroes \(arguments.joined(separator: " ")) does not start; its reason is above")
        }
        return Peer(process, port: port)
    }

    /// Starts the site without an access log; options that say where data lies come from the caller.
    static func site(_ options: [String] = ["--ephemeral"]) throws -> Peer {
        try heroes(["serve", "--access-log", "off"] + options)
    }

    func client() throws -> HTTPClient { try HTTPClient(port: port) }

    /// Returns a page once the site has it in its cache: with its length, and the same length several times.
    func cachedPage(_ path: String, _ fields: [String] = []) throws -> HTTPClient.Response {
        let client = try client()
        var sizes: [Int] = []
        for _ in 0..<200 {
            let response = try client.get(path, fields)
            guard response.status == 200 else { throw BenchmarkError("\(path): \(response.head)") }
            if response.field("content-length") != nil { sizes.append(response.body.count) } else { usleep(20_000) }
            if sizes.count > 5, Set(sizes.suffix(5)).count == 1 { return response }
        }
        throw BenchmarkError("\(path) is never cached")
    }

    /// Returns the paths of the heroes on the first pages of the list.
    func heroPaths(pages: Int) throws -> [String] {
        let client = try client()
        return try (1...pages).flatMap { page in
            let found = try client.get("/heroes?page=\(page)").text.matches(of: /href="(\/heroes\/\d+-[^"?#\/]+)"/)
            return Set(found.map { String($0.1) }).sorted()
        }
    }

    /// Returns the milliseconds from the start of a process to the end of its first answer.
    static func startTime(of path: String, _ start: () throws -> Peer) throws -> Double {
        let begin = ContinuousClock.now
        let peer = try start()
        guard try peer.client().get(path).status == 200 else { throw BenchmarkError("the first answer is an error") }
        return withExtendedLifetime(peer) { (ContinuousClock.now - begin) / .milliseconds(1) }
    }

    /// Bytes of resident memory, as smaps_rollup counts them (proc(5)).
    func residentMemory() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process.pid)/smaps_rollup", encoding: .utf8)
        guard let match = text.firstMatch(of: /Rss: +(\d+) kB/), let kibibytes = Double(match.1) else {
            throw BenchmarkError("/proc/\(process.pid)/smaps_rollup has no line for Rss")
        }
        return kibibytes * 1024
    }
}
