import Foundation

/// `bench [SUITE…]`: measures, in the project's root folder, and prints tables for a page of figures.
@main
struct Bench {
    static func main() async {
        do {
            try await measure()
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func measure() async throws {
        let names = CommandLine.arguments.dropFirst()
        let suites = names.compactMap(Suite.init(rawValue:))
        guard suites.count == names.count else {
            throw Unmeasurable("no such suite; usage: script/bench [\(Suite.names(" | "))]…")
        }
        print("Measured on \(Machine.description).\n")
        for suite in suites.isEmpty ? Suite.allCases : suites { print(try await suite.report(), terminator: "\n\n") }
    }
}

/// What can be measured, by the name the command takes.
enum Suite: String, CaseIterable {
    case templates, sanitizer

    static func names(_ separator: String) -> String {
        allCases.map(\.rawValue).joined(separator: separator)
    }

    /// A heading, what is measured, and the figures.
    func report() async throws -> String {
        switch self {
        case .templates: try await TemplateSuite().report()
        case .sanitizer: try SanitizerSuite().report()
        }
    }
}

/// Why nothing was measured.
struct Unmeasurable: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
