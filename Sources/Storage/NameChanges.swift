import Heroes

/// Changes of names in a folder that can be taken back.
struct NameChanges {
    private enum Change {
        case rename(String, to: String), exchange(String, String)
    }

    private let operations: FileOperations
    private var changes: [Change] = []

    init(_ operations: FileOperations) { self.operations = operations }

    var isEmpty: Bool { changes.isEmpty }

    mutating func rename(_ name: String, to other: String, in folder: borrowing Descriptor) throws(FavouritesError) {
        try operations.rename(name, to: other, in: folder)
        changes.append(.rename(name, to: other))
    }

    /// False where a name is missing or the file system cannot do it.
    mutating func exchange(
        _ name: String, with other: String, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> Bool {
        guard try operations.exchange(name, with: other, in: folder) else { return false }
        changes.append(.exchange(name, other))
        return true
    }

    /// Takes the changes back, the last one first; a file that one of them has replaced stays gone.
    func undo(in folder: borrowing Descriptor) throws(FavouritesError) {
        for change in changes.reversed() {
            switch change {
            case .rename(let name, let other): try operations.rename(other, to: name, in: folder)
            case .exchange(let name, let other):
                guard try operations.exchange(name, with: other, in: folder) else {
                    throw .unavailable("\(name) or \(other) is gone")
                }
            }
        }
    }
}
