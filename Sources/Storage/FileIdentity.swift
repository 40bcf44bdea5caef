import Glibc

/// Tells whether a file is still the one that was read: every change makes a new file with a new time.
struct FileIdentity: Hashable, Sendable {
    /// Which file it is, whatever its time.
    let file: FileNumber
    let size: Int
    /// When the file was last changed or its favourites last looked at, in seconds since 1970.
    let seconds: Int
    private let nanoseconds: Int

    /// Whether the time tells two changes apart that follow each other; not where the file system keeps whole seconds or
    /// milliseconds only, as ext4 does with inodes of 128 bytes.
    var isFine: Bool { nanoseconds % 1_000_000 != 0 }

    init(_ status: stat) {
        file = FileNumber(status)
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    var time: timespec { timespec(tv_sec: seconds, tv_nsec: nanoseconds) }

    /// Its numbers; for `init(noted:)`.
    var noted: String { "\(file.device).\(file.number).\(size).\(seconds).\(nanoseconds)" }

    /// Nil for anything else.
    init?(noted: some StringProtocol) {
        let parts = noted.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, let device = UInt(parts[0]), let number = UInt(parts[1]), let size = Int(parts[2]),
            let seconds = Int(parts[3]), let nanoseconds = Int(parts[4])
        else { return nil }
        (file, self.size) = (FileNumber(device: device, number: number), size)
        (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }
}
