import Foundation

/// `bench [--quick] [SUITE…]`: measures, in the project's root folder, and prints a page of figures.
@main
struct Bench {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            Progress.tell("\(error)")
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        if arguments.first == Serving.argument {
            guard let serving = arguments.last.flatMap(Serving.init(rawValue:)) else {
                throw Unmeasurable("\(Serving.argument) is for this program’s own use")
            }
            try serving.run()
        }
        if arguments.first == GatewayErrand.argument {
            guard let errand = arguments.dropFirst().first.flatMap(GatewayErrand.init(rawValue:)) else {
                throw Unmeasurable("\(GatewayErrand.argument) is for this program’s own use")
            }
            try await errand.run(Array(arguments.dropFirst(2)))
        }
        let names = arguments.filter { $0 != "--quick" }
        let suites = names.compactMap(Suite.init(rawValue:))
        guard suites.count == names.count else {
            throw Unmeasurable("no such suite; usage: script/bench [--quick] [\(Suite.names(" | "))]…")
        }
        Leftovers.shared.clearAtSignals()
        let effort = names.count == arguments.count ? Effort.full : .quick
        try await measure(suites.isEmpty ? Suite.allCases : suites, effort)
    }

    /// All suites, one that cannot be measured being none of the others’ business until the end.
    private static func measure(_ suites: [Suite], _ effort: Effort) async throws {
        print(preface(effort), terminator: "\n\n")
        var figures: [Figure] = []
        var failures: [String] = []
        for suite in suites {
            Progress.tell("measuring \(suite.rawValue)")
            do {
                let report = try await suite.report(effort)
                print(report.text, terminator: "\n\n")
                figures += report.figures
                report.afterwards()
            } catch {
                failures.append("\(suite.rawValue): \(error)")
            }
        }
        print("## All figures that have a goal or a peer\n\n\(Figure.table(figures))")
        guard failures.isEmpty else { throw Unmeasurable(failures.joined(separator: "\n")) }
    }

    private static func preface(_ effort: Effort) -> String {
        """
        # Benchmarks

        `script/bench` builds `Benchmarks/`, a package of its own that holds what the site is compared with, installs the \
        peers, runs every suite there is and prints this page; `script/bench server` runs one suite, and `--quick` only \
        shows that it runs. The ratios are what counts: what stands in one table was measured in one run, in rounds, each \
        side once a round and by turns first.

        Measured on \(Machine.description), with a load average of \(Machine.load) before.\
        \(effort.isQuick ? " A quick run: no figures to quote." : "")
        """
    }
}

/// Why nothing was measured.
struct Unmeasurable: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
