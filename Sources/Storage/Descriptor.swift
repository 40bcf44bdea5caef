import Glibc

/// An open file or folder, closed when it goes out of use.
struct Descriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    // Nothing is lost by an error here: what has to be on the disk was synced before.
    deinit { _ = close(number) }
}

/// Tells whether a file is still the one that was read: every change makes a new file with a new time.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let number: UInt
    let size: Int
    /// When the file was last changed or its favourites last looked at, in seconds since 1970.
    let seconds: Int
    private let nanoseconds: Int

    /// Whether the time tells two changes apart that follow each other; not where the file system keeps whole seconds or
    /// milliseconds only, as ext4 does with inodes of 128 bytes.
    var isFine: Bool { nanoseconds % 1_000_000 != 0 }

    init(_ status: stat) {
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Its numbers; for `init(noted:)`.
    var noted: String { "\(device).\(number).\(size).\(seconds).\(nanoseconds)" }

    /// Nil for anything else.
    init?(noted: some StringProtocol) {
        let parts = noted.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, let device = UInt(parts[0]), let number = UInt(parts[1]), let size = Int(parts[2]),
            let seconds = Int(parts[3]), let nanoseconds = Int(parts[4])
        else { return nil }
        (self.device, self.number, self.size) = (device, number, size)
        (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }
}

/// Tells files apart, whatever becomes of their names.
struct FileNumber: Hashable, Sendable {
    private let device: UInt
    private let number: UInt

    init(_ status: stat) {
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}

/// What a name stands for.
enum Kind {
    case file, folder, other

    init(_ status: stat) {
        self =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
    }
}
