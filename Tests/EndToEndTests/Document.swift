import Foundation

/// What the README, or another page, has for a program to read: its commands and its table of options.
struct Readme {
    let text: String

    init(_ file: String = "README.md") throws {
        text = try String(contentsOfFile: "\(Places.root)/\(file)", encoding: .utf8)
    }

    /// The lines of all blocks marked `sh`, without their comments.
    var commands: [String] {
        var (commands, isInside) = ([String](), false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside = line == "```sh"
            } else if isInside {
                let command = line.replacing(/\s+#.*/, with: "").trimmingCharacters(in: .whitespaces)
                if !command.isEmpty { commands.append(command) }
            }
        }
        return commands
    }

    /// The first column of the table of options.
    var options: Set<String> {
        let rows = text.split(separator: "\n").drop { !$0.hasPrefix("| Option") }.prefix { $0.hasPrefix("|") }
        return Set(
            rows.flatMap { row in
                (row.split(separator: "|").first ?? "").matches(of: /--[a-z][a-z-]*/).map { String($0.output) }
            })
    }
}

/// A place in which the README's commands may do what they do: the project with nothing built, and programs that stand in
/// for a compiler that would take minutes and for what changes the machine.
struct ReadmePlace {
    let folder: String
    let project: String

    init(_ folder: String) throws {
        self.folder = folder
        project = folder + "/project"
        let files = FileManager.default
        for path in ["/project", "/bin", "/built", "/etc/systemd/system", "/opt", "/responses"] {
            try files.createDirectory(atPath: folder + path, withIntermediateDirectories: true)
        }
        for name in ["Templates", "Public", "Sources", "Tests", "deploy", "README.md", "CHANGES.md", "Package.swift"] {
            try files.createSymbolicLink(atPath: "\(project)/\(name)", withDestinationPath: "\(Places.root)/\(name)")
        }
        try files.copyItem(atPath: Places.root + "/script", toPath: project + "/script")
        for path in [folder + "/built/heroes", folder + "/bin/heroes"] {
            try files.createSymbolicLink(atPath: path, withDestinationPath: Places.heroes)
        }
        try write("description.html", "<b>bold</b><script>1</script>")
        try write("responses/one.json", Self.hero(1, "One"))
        try write("more.jsonl", Self.hero(2, "Two") + "\n")
        // Of the toolchain: what is built is there already, or is another test's.
        try script(
            "swift",
            "case \"$*\" in --version) echo 'Swift version 6.3';; *--show-bin-path*) echo \(folder)/built;; esac")
        // Tests of tests would not end, and what they measure or break is not the README's matter.
        for name in ["bench", "fuzz"] { try script("../built/" + name, "exit 0") }
        try script("dpkg-query", "echo installed")
        try script(
            "python3",
            "[ $2 != zipfile ] || { mkdir -p $5/axe_playwright_python && touch $5/axe_playwright_python/axe.min.js; }")
        try script("systemctl", "exit 0")
    }

    /// A command as it can be run here, on this site where it asks one.
    func command(_ command: String, site: String) -> String {
        command.replacing("http://127.0.0.1:8080", with: site)
            .replacing("/etc/systemd", with: folder + "/etc/systemd")
            .replacing("/opt/heroes", with: folder + "/opt/heroes")
            .replacing("responses/", with: folder + "/responses/").replacing("more.jsonl", with: folder + "/more.jsonl")
            .replacing("marvel.sqlite", with: folder + "/marvel.sqlite")
            .replacing("description.html", with: folder + "/description.html")
            .replacing("--port 8081", with: "--port 0")
    }

    /// The command as a program of its own, in the project's folder.
    func start(_ command: String) throws -> Program {
        try Program(
            "/bin/bash", ["-c", "cd \(project) && \(command)"],
            environment: [
                "PATH": "\(folder)/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin", "PORT": "0", "HOST": "",
                "CRASH_KILLS": "1",
            ])
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    /// A program that stands in. Another process puts it in its place: what this one writes, a child that it starts at the
    /// moment holds open for a while, too, and a file that is open for writing cannot be run (ETXTBSY, execve(2)).
    func script(_ name: String, _ body: String) throws {
        try write("stand-in", "#!/bin/bash\n\(body)\n")
        let install = try Process.run(
            URL(filePath: "/usr/bin/install"), arguments: ["\(folder)/stand-in", "\(folder)/bin/\(name)"])
        install.waitUntilExit()
        try FileManager.default.removeItem(atPath: folder + "/stand-in")
    }

    private static func hero(_ id: Int, _ name: String) -> String {
        #"{"id":\#(id),"name":"\#(name)","description":"","modified":"2014-01-01T00:00:00-0500","resourceURI":"http://gateway.marvel.com/v1/public/characters/\#(id)","comics":{"available":0,"collectionURI":"http://gateway.marvel.com/v1/public/characters/\#(id)/comics","items":[],"returned":0}}"#
    }
}
