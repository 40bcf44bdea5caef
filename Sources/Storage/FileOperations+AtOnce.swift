import CGlibc
import Glibc

/// What never waits for a disk, so that any thread may do it; whoever gets nil asks again where waiting does no harm.
extension FileOperations {
    /// The file, if the kernel has all of its path in memory; nil otherwise, for whatever reason.
    func openAtOnce(_ path: String) -> Descriptor? {
        guard intercept(.openAtOnce(path)) == .proceed else { return nil }
        let number = heroes_open_at_once(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | HEROES_O_NOATIME)
        return number < 0 ? nil : Descriptor(number)
    }

    /// Which file it is; nil where it is no regular one.
    func identityAtOnce(of file: borrowing Descriptor) -> FileIdentity? {
        var status = stat()
        guard fstat(file.number, &status) == 0, Kind(status) == .file else { return nil }
        return FileIdentity(status)
    }

    /// All of the file, if it is that long and the kernel has it in memory; nil otherwise.
    func readAtOnce(_ file: borrowing Descriptor, size: Int) -> [UInt8]? {
        guard intercept(.readAtOnce) == .proceed else { return nil }
        // One more, to see that there is no more.
        var bytes = [UInt8](repeating: 0, count: size + 1)
        let count = bytes.withUnsafeMutableBytes { bytes in
            var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            return preadv2(file.number, &part, 1, 0, HEROES_RWF_NOWAIT)
        }
        guard count == size else { return nil }
        bytes.removeLast()
        return bytes
    }
}
