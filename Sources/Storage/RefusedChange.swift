import Heroes
import Synchronization

/// A change that is not acknowledged, and of which the visitor's file may tell all the same until it is taken back.
struct RefusedChange: Equatable, Sendable {
    /// The file that was to become the current one; nil where all were to be deleted.
    let new: FileIdentity?
    /// The one that counted before; nil where there was none.
    let old: FileIdentity?

    /// What a note of the change says; for `init(noted:)`.
    var noted: String { [new, old].map { $0?.noted ?? Self.noFile }.joined(separator: " ") }

    private static let noFile = "-"

    init(new: FileIdentity?, old: FileIdentity?) { (self.new, self.old) = (new, old) }

    /// Nil for anything that is no such note.
    init?(noted: some StringProtocol) {
        let texts = noted.split(separator: " ", omittingEmptySubsequences: false)
        let files = texts.map { FileIdentity(noted: $0) }
        guard files.count == 2, zip(texts, files).allSatisfy({ $1 != nil || $0 == Self.noFile }) else { return nil }
        self.init(new: files[0], old: files[1])
    }
}

/// The refused changes that could not be taken back at once, as while a disk can only be read from.
final class RefusedChanges: Sendable {
    struct Entry: Sendable {
        let change: RefusedChange
        /// What the visitor kept before; nil where that is not known, of a process that has ended.
        let before: Favourites?
        /// The line in the notes; nil where there is none.
        let line: Int?
    }

    private let entries = Locked<[VisitorFile: Entry]>([:])
    private let count = Atomic(0)

    /// All but always true, and found out without a lock.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    subscript(_ file: VisitorFile) -> Entry? { isEmpty ? nil : entries.withLock { $0[file] } }

    func add(_ entry: Entry, for file: VisitorFile) { update { $0[file] = entry } }

    func remove(_ file: VisitorFile, _ change: RefusedChange) {
        update { if $0[file]?.change == change { $0[file] = nil } }
    }

    private func update(_ body: (inout [VisitorFile: Entry]) -> Void) {
        entries.withLock { entries in
            body(&entries)
            count.store(entries.count, ordering: .releasing)
        }
    }
}
