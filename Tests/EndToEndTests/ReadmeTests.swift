import Foundation
import Support
import Testing

@Suite("README and the other documents", .timeLimit(.minutes(5)))
struct ReadmeTests {
    @Test("every link has a target; pictures have a description and are small")
    func links() throws {
        for document in try Document.all() {
            let folder = URL(filePath: document.path, relativeTo: URL(filePath: Paths.root + "/"))
                .deletingLastPathComponent()
            for link in document.links {
                let parts = link.target.split(separator: "#", omittingEmptySubsequences: false)
                let file = parts[0].isEmpty ? Paths.root + "/" + document.path : folder.path + "/" + parts[0]
                let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
                #expect(size ?? 0 > 0, "\(document.path): \(link.target)")
                if parts.count > 1, let path = file.split(separator: Paths.root + "/").last {
                    let anchors = try Document(String(path)).anchors
                    #expect(anchors.contains(String(parts[1])), "\(document.path): \(link.target)")
                }
                guard link.isPicture else { continue }
                #expect(link.label.count > 30, "\(link.target)")
                #expect(size ?? 0 < 150_000, "\(link.target)")
            }
        }
        #expect(try Document("README.md").links.count >= 15)
    }

    @Test("a release contains every file that its documents link to")
    func release() throws {
        let script = try String(contentsOfFile: Paths.root + "/script/release", encoding: .utf8)
        let parts = try #require(script.firstMatch(of: /(?m)^parts=\(([^)]*)\)/)).1.split(separator: " ")
        let root = URL(filePath: Paths.root + "/")
        for document in try Document.all() {
            let folder = URL(filePath: document.path, relativeTo: root).deletingLastPathComponent()
            for link in document.links where !link.target.hasPrefix("#") {
                let target = URL(filePath: link.target, relativeTo: folder).standardizedFileURL.path
                let part = target.dropFirst(Paths.root.count + 1).prefix { $0 != "/" && $0 != "#" }
                #expect(parts.contains(part), "\(document.path): \(link.target)")
            }
        }
    }

    @Test("every file and folder that a document names exists")
    func files() throws {
        let files = FileManager.default
        let paths = try ["Sources", "Tests"].flatMap { try files.subpathsOfDirectory(atPath: "\(Paths.root)/\($0)") }
        let names = Set(paths.map { String($0.split(separator: "/").last ?? "") })
        // CHANGES names files of earlier versions.
        for document in try Document.all() where document.path != "CHANGES.md" {
            for file in document.files {
                let exists = ["", "Sources/"].contains { files.fileExists(atPath: "\(Paths.root)/\($0)\(file)") }
                #expect(exists || names.contains(file), "\(document.path): \(file)")
            }
        }
    }

    @Test("every command in the documents exists and has the options used there")
    func commands() async throws {
        let documents = try Document.all()
        let lines = documents.flatMap { document in
            (document.commands + document.inlineCommands).map { (document.path, $0) }
        }
        #expect(lines.count > 40)
        for (path, line) in lines {
            var words = line.prefix { $0 != "<" }.split(whereSeparator: \.isWhitespace).map(String.init)
            words.removeAll { $0.contains(/^[A-Z_]+=/) }
            guard let program = words.first, program == "heroes" || program.hasPrefix("script/") else { continue }
            let options = words.filter { $0.hasPrefix("--") }
            #expect(Set(options).isSubset(of: try await self.options(of: words)), "\(path): \(line)")
        }
    }

    /// Returns the options of a command line's command; none if there is no such command.
    private func options(of words: [String]) async throws -> Set<String> {
        if words[0] == "script/server" { return try await options(["serve"], "--help-hidden") }
        if words[0] == "heroes" {
            guard words.count > 1 else { return [] }
            guard !words[1].hasPrefix("--") else { return ["--version", "--help", "--help-hidden"] }
            return try await options(Array(words[1...].prefix(words[1] == "favourites" ? 2 : 1)), "--help-hidden")
        }
        let script = "\(Paths.root)/\(words[0])"
        #expect(FileManager.default.isExecutableFile(atPath: script), "\(words[0])")
        let text = try String(contentsOfFile: script, encoding: .utf8)
        return Set(text.matches(of: /--[a-z-]+/).map { String($0.output) }).union(["--help"])
    }

    @Test("the tables of options name every option that the help shows")
    func optionTables() async throws {
        let meta: Set = ["--help", "--help-hidden", "--version"]
        let tables = try Document("docs/operations.md").optionTables
        let shown = try await options(["serve"], "--help").subtracting(meta)
        try #require(tables.count == 2)
        #expect(tables[0] == shown)
        #expect(shown.count == 14)
        let hidden = try await options(["serve"], "--help-hidden").subtracting(meta)
        #expect(tables[1] == hidden.subtracting(shown))
        let gateway = try await options(["gateway"], "--help").subtracting(meta)
        #expect(try Document("docs/api.md").optionTables == [gateway])
    }

    /// Returns the options that a command's help names; none if there is no such command.
    private func options(_ command: [String], _ help: String) async throws -> Set<String> {
        let program = try Program(Paths.heroes, command + [help])
        let text = await program.remainingOutput()
        guard await program.status() == 0 else { return [] }
        let options = text.matches(of: /(?m)^ {2}(?:-h, )?(--[a-z-]+)/).map { String($0.1) }
        return Set(options).union(["--help", "--help-hidden"])
    }
}

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
