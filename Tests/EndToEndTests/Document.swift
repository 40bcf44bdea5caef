import Foundation

/// A Markdown file of the project, and the parts of it that tests check.
struct Document {
    /// The path relative to the project's folder.
    let path: String
    let text: String

    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOfFile: "\(Paths.root)/\(path)", encoding: .utf8)
    }

    /// Returns all documents of the project.
    static func all() throws -> [Document] {
        try ["", "docs/"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: "\(Paths.root)/\(folder)")
                .filter { $0.hasSuffix(".md") }.sorted().map { try Document(folder + $0) }
        }
    }

    /// The lines of all blocks marked `sh`, without comments.
    var commands: [String] {
        var (commands, isInside) = ([String](), false)
        for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("```") {
                isInside = line == "```sh"
            } else if isInside {
                commands.append(line.replacing(/\s+#.*/, with: ""))
            }
        }
        return commands
    }

    /// Returns the first block in a language; nil if there is none.
    func block(_ language: String) -> String? {
        text.split(separator: "\n```\(language)\n").dropFirst().first?.split(separator: "\n```").first.map(String.init)
    }

    /// The commands in the running text, such as `script/test --fast`.
    var inlineCommands: [String] {
        text.matches(of: /`((?:script\/|heroes )[^`]+)`/).map { String($0.1) }
    }

    /// The paths and Swift files in the running text, such as `Sources/Site/Site.swift`, without those of examples.
    var files: [String] {
        text.matches(of: /`((?:heroes|[A-Z][\w+\-]*)\/[\w+\-.\/]*|[\w+]+\.swift)`/).map { String($0.1) }
            .filter { !$0.lowercased().contains("your") }
    }

    /// The links to other places than web sites.
    var links: [(isPicture: Bool, label: String, target: String)] {
        text.matches(of: /(!?)\[([^\]]*)\]\(([^)]+)\)/).filter { !$0.3.contains("://") }
            .map { ($0.1 == "!", String($0.2), String($0.3)) }
    }

    /// The anchors of the headings, as GitHub makes them.
    var anchors: Set<String> {
        Set(
            text.matches(of: /(?m)^#+ (.+)$/).map { heading in
                heading.1.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" }
            })
    }

    /// The options in the first column of each table of options, in order.
    var optionTables: [Set<String>] {
        var (tables, isInside) = ([Set<String>](), false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("| Option ") { tables.append([]) }
            isInside = line.hasPrefix("|") && (isInside || line.hasPrefix("| Option "))
            guard isInside, let cell = line.split(separator: "|").first else { continue }
            tables[tables.count - 1].formUnion(cell.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
        }
        return tables
    }
}
