import Foundation
import Glibc

/// The listening sockets that a service manager hands over (sd_listen_fds(3)): they outlive this process, so that
/// connections wait for the next one.
enum SocketActivation {
    private static let firstDescriptor: Int32 = 3

    /// Returns the descriptors; none if the variables are for another process.
    static func descriptors(_ environment: [String: String]) -> [Int32] {
        guard environment["LISTEN_PID"].flatMap({ pid_t($0) }) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0
        else { return [] }
        return Array(firstDescriptor..<firstDescriptor + count)
    }
}
