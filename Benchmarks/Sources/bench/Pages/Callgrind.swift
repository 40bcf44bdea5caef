import Foundation

/// The site under valgrind’s callgrind, which counts the instructions of the program, not those of the kernel.
final class Callgrind {
    let port: UInt16
    private let child: Child
    private let folder: TemporaryFolder
    private let control: String
    private var dumps = 0

    /// Starts the site with data that another one may be using too; nothing is counted yet.
    init(data: TemporaryFolder) throws {
        folder = try TemporaryFolder()
        control = try Program.path("vgdb", ofPackage: "valgrind")
        let program = folder.path("heroes")
        // Valgrind gives up on the debugging information that Swift writes.
        let strip = try Program.path("strip", ofPackage: "binutils")
        _ = try Child(strip, ["--strip-all", "-o", program, HeroesProgram.path]).lines()
        child = try Child(
            Program.path("env", ofPackage: "coreutils"),
            [
                "LD_PRELOAD=\(BuiltProduct.path("libCSigsuspend.so"))", Program.path("valgrind", ofPackage: "valgrind"),
                "--tool=callgrind", "--instr-atstart=no", "--log-file=\(folder.path("log"))",
                "--callgrind-out-file=\(folder.path("counts"))", program,
            ] + WarmSite.arguments(data: data.path)
                + ["--resources", FileManager.default.currentDirectoryPath])
        guard let port = HeroesProgram.port(child) else {
            let log = try String(contentsOfFile: folder.path("log"), encoding: .utf8)
            throw Unmeasurable("the site does not start under valgrind: \(log)")
        }
        self.port = port
        try tell("instrumentation on")
    }

    deinit { child.stop() }

    /// The number of instructions since the last time.
    func take() throws -> Int {
        try tell("dump")
        dumps += 1
        let text = try String(contentsOfFile: folder.path("counts.\(dumps)"), encoding: .utf8)
        guard let total = text.firstMatch(of: /(?m)^totals: (\d+)/).flatMap({ Int($0.1) }) else {
            throw Unmeasurable("callgrind tells no total")
        }
        return total
    }

    private func tell(_ command: String) throws {
        // What it says on standard error is for people who type.
        _ = try Child("/bin/sh", ["-c", "exec \(control) --pid=\(child.pid) \(command) 2>&1"]).lines()
    }
}
