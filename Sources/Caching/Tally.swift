import Glibc

/// A count of one day in a file of its own that processes share: `19682 123`.
struct Tally: Sendable {
    let path: String
    let report: @Sendable (CacheEvent) -> Void

    typealias Count = (day: Int, count: Int)

    /// Reads the count and writes what becomes of it, while every other process waits; false where nothing does. A
    /// file that cannot be used is told of and else does not matter: the limit protects, and this process counts too.
    func change(_ change: (Count?) -> Count?) -> Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            complain("cannot be opened")
            if descriptor >= 0 { close(descriptor) }
            return change(nil) != nil
        }
        // Closing gives the lock back too.
        defer { close(descriptor) }
        guard let count = change(read(descriptor)) else { return false }
        let text = Array("\(count.day) \(count.count)\n".utf8)
        if pwrite(descriptor, text, text.count, 0) != text.count || ftruncate(descriptor, text.count) != 0 {
            complain("cannot be written")
        }
        return true
    }

    /// Nil for a new file and for one that holds anything else.
    private func read(_ descriptor: Int32) -> Count? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let length = pread(descriptor, &bytes, bytes.count, 0)
        guard length > 0 else { return nil }
        let words = String(decoding: bytes[..<length], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let day = Int(words[0]), let count = Int(words[1]), count >= 0 else { return nil }
        return (day, count)
    }

    private func complain(_ text: String) {
        report(.store("the count of today's calls \(text): \(String(cString: strerror(errno)))"))
    }
}
