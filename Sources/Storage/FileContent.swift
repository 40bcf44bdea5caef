import Basics
import Glibc
import Heroes

/// The content of a visitor's file.
enum FileContent {
    case missing
    /// The bytes, and the modification time in milliseconds since 1970.
    case list(FavouriteList, bytes: [UInt8], modified: Int)
    case damaged(String)
}

extension FileSystem {
    /// Reads and checks a visitor's file. A file that is replaced meanwhile has at least the returned time.
    func content(of name: String, in folder: FileDescriptor) throws(FavouritesError) -> FileContent {
        guard let status = try status(of: name, in: folder) else { return .missing }
        guard status.st_mode & S_IFMT == S_IFREG else { return .damaged("it is not a regular file") }
        guard let file = try open(name, in: folder) else { return .missing }
        let bytes = try read(file, named: name, limit: FavouritesFormat.sizeLimit)
        guard bytes.count <= FavouritesFormat.sizeLimit else { return .damaged("it is too large") }
        switch FavouritesFormat.decode(bytes) {
        case .list(let list): return .list(list, bytes: bytes, modified: Self.milliseconds(status.st_mtim))
        case .damaged(let reason): return .damaged(reason)
        case .laterVersion(let version):
            throw .unavailable("\(name) has format \(version) of a later version of this program")
        }
    }

    /// Returns the time in milliseconds since 1970, rounded down, within the years of a date of the site.
    static func milliseconds(_ time: timespec) -> Int {
        min(max(time.tv_sec, 0), 253_402_300_799) * 1_000 + time.tv_nsec / 1_000_000
    }
}
