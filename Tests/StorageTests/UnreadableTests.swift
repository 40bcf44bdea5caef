import FoundationEssentials
import Glibc
import Heroes
import Support
import Testing

@testable import Storage

/// A reason that a visitor's list, in the current file and the previous one, cannot be read.
struct Obstacle: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// A part of the error's text.
    let reason: String
    /// Returns the errno of a system call.
    var fault: @Sendable (_ call: String, VisitorFiles) -> Int32? = { _, _ in nil }
    /// Replaces a file or folder that was moved away.
    var replaced: @Sendable (VisitorFiles) -> String? = { _ in nil }
    var replacement: @Sendable (_ path: String) -> Int32 = { _ in 0 }

    static let all = [
        Obstacle(testDescription: "no access to the file", reason: "Permission denied") { call, files in
            call == "open \(files.current)" ? EACCES : nil
        },
        Obstacle(testDescription: "no access to the folder", reason: "Permission denied") { call, files in
            call.hasPrefix("open ") && call.hasSuffix(files.folder) ? EACCES : nil
        },
        Obstacle(testDescription: "no access in the folder", reason: "Permission denied") { call, files in
            call == "stat \(files.current)" ? EACCES : nil
        },
        Obstacle(testDescription: "a failing disk", reason: "Input/output error") { call, files in
            call == "read \(files.current)" ? EIO : nil
        },
        Obstacle(testDescription: "a file instead of the outer folder", reason: "Not a directory") {
            $0.outerFolder
        } replacement: {
            close(creat($0, 0o600))
        },
        Obstacle(testDescription: "a file instead of the folder", reason: "Not a directory") {
            $0.folder
        } replacement: {
            close(creat($0, 0o600))
        },
        Obstacle(testDescription: "a link to nothing instead of the outer folder", reason: "a link to nothing") {
            $0.outerFolder
        } replacement: {
            symlink("/nowhere", $0)
        },
        Obstacle(testDescription: "a link to nothing instead of the folder", reason: "a link to nothing") {
            $0.folder
        } replacement: {
            symlink("/nowhere", $0)
        },
        Obstacle(testDescription: "a link to nothing instead of the only file", reason: "damaged") {
            "\($0.folder)/\($0.current)"
        } replacement: {
            symlink("/nowhere", $0)
        },
        Obstacle(testDescription: "a folder instead of the only file", reason: "damaged") {
            "\($0.folder)/\($0.current)"
        } replacement: {
            mkdir($0, 0o700)
        },
    ]

    private init(
        testDescription: String, reason: String, fault: @escaping @Sendable (String, VisitorFiles) -> Int32?
    ) {
        (self.testDescription, self.reason, self.fault) = (testDescription, reason, fault)
    }

    private init(
        testDescription: String, reason: String, replaced: @escaping @Sendable (VisitorFiles) -> String?,
        replacement: @escaping @Sendable (String) -> Int32
    ) {
        (self.testDescription, self.reason) = (testDescription, reason)
        (self.replaced, self.replacement) = (replaced, replacement)
    }
}

@Suite("Lists that cannot be read") struct UnreadableTests {
    private let visitor = Visitor.numbered(1)
    private var files: VisitorFiles { VisitorFiles(visitor) }

    private func folder() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try await FileStore(folder: folder.path, system: FileSystem()).add(.example(1), for: visitor)
        return folder
    }

    @Test("a list that cannot be read is an error that names its file, and not changed", arguments: Obstacle.all)
    func unreadable(obstacle: Obstacle) async throws {
        let (folder, recorder) = (try await folder(), FaultRecorder())
        let replaced = obstacle.replaced(files).map { "\(folder.path)/\($0)" }
        if let replaced {
            try #require(rename(replaced, folder.path + "/away") == 0)
            try #require(obstacle.replacement(replaced) == 0)
        }
        let store = try FileStore(folder: folder.path, system: recorder.system)
        recorder.start { [files] _, call in obstacle.fault(call, files) }
        let uses: [@Sendable () async throws -> Void] = [
            { _ = try await store.favourites(of: visitor) }, { try await store.add(.example(2), for: visitor) },
            { try await store.remove(1, for: visitor) },
            { _ = try await store.add([.example(2)], forExisting: visitor) },
        ]
        for use in uses {
            let error = await #expect(throws: FavouritesError.self) { try await use() }
            guard case .unavailable(let text)? = error else { continue }
            #expect(text.hasPrefix("cannot read \(store.folder)/\(files.folder)/\(files.current): "), "\(text)")
            #expect(text.contains(obstacle.reason), "\(text)")
        }
        _ = recorder.stop()
        if let replaced {
            try? FileManager.default.removeItem(atPath: replaced)
            try #require(rename(folder.path + "/away", replaced) == 0)
        }
        #expect(try await store.favourites(of: visitor).list == [.example(1)])
    }

    @Test(
        "without access the error names the owner of the file or folder, and the user to give it to",
        arguments: [true, false])
    func owner(isFile: Bool) async throws {
        let folder = try await folder()
        let inner = "\(folder.path)/\(files.folder)"
        let call = isFile ? "open \(files.current)" : "open \(inner)"
        // A number without a name, on any machine.
        let store = try FileStore(
            folder: folder.path, system: FileSystem(user: 4_000_000_000) { $0 == call ? EACCES : nil })
        let error = await #expect(throws: FavouritesError.self) { try await store.favourites(of: visitor) }
        let hint = /\(it belongs to \S+, and must belong to 4000000000\)/
        #expect("\(error as Any)".contains(hint), "\(error as Any)")
    }
}
