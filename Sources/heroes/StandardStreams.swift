import Foundation
import Glibc

/// Standard input, output and error, whatever the program was started with.
enum StandardStreams {
    /// Opens the streams that are closed, so that no socket takes their numbers; writing to them stays an error. Lets a
    /// reader that went away be an error of writing, too, instead of the end of the process, and so a limit to the size
    /// of files.
    static func secure() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes a line to standard output at once; throws where nobody can read it.
    static func announce(_ line: String) throws {
        try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }
}
