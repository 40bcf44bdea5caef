import ArgumentParser
import Foundation
import HTML

/// `heroes sanitize`: what the site would show of an HTML description.
struct SanitizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sanitize", abstract: "Read an HTML description and write what the site would show of it.")

    @Flag(help: "Read JSON lines {\"id\", \"payload\"} and write {\"id\", \"output\"} for each, line by line.")
    var lines = false

    @Option(help: "The address of the page that the description comes from, for links relative to it.")
    var base: String?

    func run() async throws {
        if lines {
            let sanitizer = SanitizeLines(Sanitizer(base: base))
            while let line = readLine(strippingNewline: true) {
                try StandardStreams.announce(String(decoding: sanitizer.answer(Array(line.utf8)), as: UTF8.self))
            }
        } else {
            let input = try FileHandle.standardInput.readToEnd() ?? Data()
            if let html = Sanitizer(base: base).sanitize(bytes: input) { try StandardStreams.announce(html.markup) }
        }
    }
}
