import Foundation

/// `bench [--quick] [SUITE...]`: measures, in the project's root folder, and prints a page of figures.
@main
struct Bench {
    static func main() async {
        do {
            try Cleanup.begin()
            try await run(Array(CommandLine.arguments.dropFirst()))
            Cleanup.exit(0)
        } catch {
            progress("\(error)")
            Cleanup.exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        let names = arguments.filter { $0 != "--quick" }
        let suites = names.compactMap(Suite.init(rawValue:))
        guard suites.count == names.count else {
            let all = Suite.allCases.map(\.rawValue).joined(separator: " | ")
            throw BenchmarkError("no such suite; usage: script/bench [--quick] [\(all)]...")
        }
        let effort = names.count == arguments.count ? Effort.full : .quick
        try await measure(suites.isEmpty ? Suite.allCases : suites, effort)
    }

    /// Runs the suites; a suite that fails is reported after all others have run.
    private static func measure(_ suites: [Suite], _ effort: Effort) async throws {
        output(preface(effort) + "\n\n")
        var reports: [Report] = []
        var failures: [String] = []
        for suite in suites {
            progress("measuring \(suite.rawValue)")
            do {
                let report = try await suite.report(effort)
                if let section = report.section { output(section + "\n\n") }
                reports.append(report)
            } catch {
                failures.append("\(suite.rawValue): \(error)")
            }
        }
        output(Report.summary(reports) + "\n")
        guard failures.isEmpty else { throw BenchmarkError(failures.joined(separator: "\n")) }
    }

    private static func preface(_ effort: Effort) -> String {
        """
        # Results of script/bench

        Figures are medians of rounds in which the sides alternate; ratios are medians of the rounds' own ratios. The \
        program is measured over HTTP as `script/server` starts it.

        Measured on \(Machine.description), with a load average of \(Machine.load) before.\
        \(effort.isQuick ? " A quick run: no figures to quote." : "")
        """
    }

    private static func output(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}

/// Writes to standard error what is being measured; standard output is for the figures.
func progress(_ text: String) { FileHandle.standardError.write(Data("bench: \(text)\n".utf8)) }

/// The reason why something could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// A failed system call, with its errno.
    init(call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}
