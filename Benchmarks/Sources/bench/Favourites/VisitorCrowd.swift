import Foundation
import Heroes
import Storage
import Synchronization

/// A site's folder of data with many visitors, who all keep the same five heroes.
struct VisitorCrowd: Sendable {
    /// What `heroes serve --data` is told.
    let data: TemporaryFolder
    /// The store's folder in it.
    let folder: String
    let count: Int
    /// What each visitor's file holds.
    let bytes: [UInt8]
    let keepers = Keepers()
    /// Whom clients switch for these visitors: one of the site’s, whom nobody keeps at first.
    static let hero: Hero.ID = 1_009_610

    /// Has the store write the first visitor's file, and copies it for all others under their names.
    init(_ count: Int) async throws {
        data = try TemporaryFolder()
        folder = data.path("favourites")
        self.count = count
        let first = Self.visitor(0)
        do {
            let store = try FileStore(folder: folder)
            for id in 1...5 {
                let thumbnail = Thumbnail(path: "/images/characters/\(id)", fileExtension: "svg")
                let hero = Favourite(id: id, name: "Hero number \(id)", thumbnail: thumbnail, added: Date())
                try await store.add(hero, for: first)
            }
        }
        guard let file = FileManager.default.contents(atPath: VisitorFiles(of: first, in: folder).all[0]) else {
            throw Unmeasurable("the store keeps its files elsewhere than thought")
        }
        bytes = Array(file)
        try makeFiles()
        // Nothing of this is to be written down while toggles are.
        sync()
    }

    private static let makers = 4

    /// Makes the files of all but the first visitor, without a sync, from several threads.
    private func makeFiles() throws {
        let failure = Mutex<Unmeasurable?>(nil)
        DispatchQueue.concurrentPerform(iterations: Self.makers) { maker in
            do {
                for number in stride(from: maker + 1, to: count, by: Self.makers) {
                    try makeFiles(of: Self.visitor(number))
                }
            } catch {
                failure.withLock { $0 = Unmeasurable("\(error)") }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Deletes all files; with very many of them that takes as long as it took to make them.
    func remove() {
        DispatchQueue.concurrentPerform(iterations: 256) { number in
            let name = "/" + String(number + 256, radix: 16).dropFirst()
            TemporaryFolder.delete(folder + name)
        }
    }

    /// The same number gives the same visitor, each with another token.
    static func visitor(_ number: Int) -> Visitor {
        var generator = Numbers(state: UInt64(number))
        return Visitor.new(using: &generator)
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        /// SplitMix64, so that neighbours have nothing in common.
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// The disk without the store, which makes new files in the folders of the visitors whom clients toggle for, 16 each.
    func bareDisk() -> BusyThreads {
        BusyThreads { [store = folder, bytes, count] thread, number in
            let start = ContinuousClock.now
            let files = VisitorFiles(of: Self.visitor((thread * 16 + number % 16) % count), in: store)
            let folder = try BareFolder(files.folder)
            try folder.replace("bare-\(thread)", by: "bare-\(thread).new", bytes)
            return start
        }
    }

    /// The disk without the store, which does for the visitor of that number what the store cannot do without: it looks
    /// at the visitor’s file, or reads it where it is not in the store’s memory, and writes over an old one. Where the
    /// visitor has looked before, the file is read once before the time that counts.
    func bareDisk(
        reading isReading: Bool, lookedAt isLookedAt: Bool, filesOf number: @escaping @Sendable () -> Int
    ) -> BusyThreads {
        BusyThreads { [store = folder, bytes] _, _ in
            let visitor = Self.visitor(number())
            if isLookedAt {
                let files = VisitorFiles(of: visitor, in: store)
                try BareFolder(files.folder).read(files.current, length: 2 * bytes.count)
            }
            let start = ContinuousClock.now
            let files = VisitorFiles(of: visitor, in: store)
            let folder = try BareFolder(files.folder)
            if isReading {
                try folder.read(files.current, length: 2 * bytes.count)
            } else {
                try folder.look(files.current)
            }
            try folder.replace(files.previous, overOld: files.spare, bytes)
            return start
        }
    }

    /// Reads the visitors’ files and folders, so that the kernel has them in its memory.
    func readFiles(of numbers: [Int]) {
        let readers = 8
        DispatchQueue.concurrentPerform(iterations: readers) { reader in
            for index in stride(from: reader, to: numbers.count, by: readers) {
                let files = VisitorFiles(of: Self.visitor(numbers[index]), in: folder)
                for path in files.all { _ = FileManager.default.contents(atPath: path) }
                _ = try? FileManager.default.contentsOfDirectory(atPath: files.folder)
            }
        }
        // That files were read is noted on the disk.
        sync()
    }

    /// The visitor’s three files, as the store leaves them after some changes.
    private func makeFiles(of visitor: Visitor) throws {
        for path in VisitorFiles(of: visitor, in: folder).all { try makeFile(path) }
    }

    private func makeFile(_ path: String) throws {
        var file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file < 0 {
            // Another may have made them first.
            for length in [3, 6] { mkdir(folder + path.dropFirst(folder.count).prefix(length), 0o700) }
            file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        }
        defer { close(file) }
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count else {
            throw Unmeasurable("\(path): \(String(cString: strerror(errno)))")
        }
    }
}
