import Foundation

/// A copy of the project's scripts in which nothing is built or installed: `swift` builds nothing and `dpkg-query` finds every
/// package.
struct StubbedProject {
    let folder: String
    let project: String

    init(_ folder: String) throws {
        self.folder = folder
        project = folder + "/project"
        let files = FileManager.default
        for path in ["/project", "/bin", "/built"] {
            try files.createDirectory(atPath: folder + path, withIntermediateDirectories: true)
        }
        let names = ["Templates", "Public", "Sources", "deploy", "docs", "README.md", "CHANGES.md", "LICENSE"]
        for name in names {
            try files.createSymbolicLink(atPath: "\(project)/\(name)", withDestinationPath: "\(Paths.root)/\(name)")
        }
        try files.copyItem(atPath: Paths.root + "/script", toPath: project + "/script")
        try files.createSymbolicLink(atPath: folder + "/built/heroes", withDestinationPath: Paths.heroes)
        try stub(
            "swift",
            "case \"$*\" in --version) echo 'Swift version 6.3';; *--show-bin-path*) echo \(folder)/built;; esac")
        try stub("dpkg-query", "echo installed")
    }

    /// Replaces a program on the path of the scripts.
    ///
    /// Another process installs the file: a child that is started while this process writes it would inherit the open file,
    /// and a file that is open for writing cannot be executed (ETXTBSY, execve(2)).
    func stub(_ name: String, _ body: String) throws {
        let source = folder + "/stub"
        try "#!/bin/bash\n\(body)\n".write(toFile: source, atomically: true, encoding: .utf8)
        let install = try Process.run(
            URL(filePath: "/usr/bin/install"), arguments: [source, "\(folder)/bin/\(name)"])
        install.waitUntilExit()
        try FileManager.default.removeItem(atPath: source)
    }

    /// Starts a command in the project's folder.
    func start(_ command: String) throws -> Program {
        try Program(
            "/bin/bash", ["-c", "cd \(project) && \(command)"],
            environment: ["PATH": "\(folder)/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin", "PORT": "0", "HOST": ""])
    }
}
