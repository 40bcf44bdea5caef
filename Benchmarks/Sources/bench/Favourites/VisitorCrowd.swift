import Crypto
import Foundation
import Heroes
import Storage

/// A store's folder with many visitors, who all keep the same five heroes.
struct VisitorCrowd {
    let folder: TemporaryFolder
    let count: Int
    /// What each visitor's file holds.
    let bytes: [UInt8]

    /// Has the store write the first visitor's file, and copies it for all others under their names.
    init(_ count: Int) async throws {
        folder = try TemporaryFolder()
        self.count = count
        let first = Self.visitor(0)
        do {
            let store = try FileStore(folder: folder.path)
            for id in 1...5 {
                let thumbnail = Thumbnail(path: "/images/characters/\(id)", fileExtension: "svg")
                let hero = Favourite(id: id, name: "Hero number \(id)", thumbnail: thumbnail, added: Date())
                try await store.add(hero, for: first)
            }
        }
        guard let file = FileManager.default.contents(atPath: folder.path + "/" + Self.path(of: first)) else {
            throw Unmeasurable("the store keeps its files elsewhere than thought")
        }
        bytes = Array(file)
        for number in 1..<max(1, count) { try makeFile(Self.visitor(number)) }
        // Nothing of this is to be written down while toggles are.
        sync()
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

    /// The disk without the store, in the folders of the visitors whom clients toggle for, 16 each.
    func bareDisk() -> BareDisk {
        let (path, count) = (folder.path, count)
        return BareDisk(
            folder: { thread, number in
                let file = path + "/" + Self.path(of: Self.visitor((thread * 16 + number) % count))
                return String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex))
            }, bytes: bytes)
    }

    private static func path(of visitor: Visitor) -> String {
        let digits = Array("0123456789abcdef")
        let hash = String(
            SHA256.hash(data: Array(visitor.token.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
        return "\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash).jsonl"
    }

    private func makeFile(_ visitor: Visitor) throws {
        let path = folder.path + "/" + Self.path(of: visitor)
        var file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file < 0 {
            let parent = path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)
            try FileManager.default.createDirectory(atPath: String(parent), withIntermediateDirectories: true)
            file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        }
        defer { close(file) }
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count else {
            throw Unmeasurable("\(path): \(String(cString: strerror(errno)))")
        }
    }
}
