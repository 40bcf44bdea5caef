import Foundation
import Glibc

/// The standard input, output and error.
enum StandardStreams {
    /// Opens closed streams, so that no socket gets their descriptors; writing to them is still an error. Also ignores
    /// the signals for a closed pipe and an exceeded file size limit, so that these are errors of writing.
    static func reopenClosed() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes a line to standard output without buffering.
    static func writeLine(_ line: String) throws {
        try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }
}
