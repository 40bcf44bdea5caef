/// The reasons for which a server cannot start, each with a remedy.
package enum ServerError: Error, Equatable, CustomStringConvertible {
    case invalidHost(host: String)
    case portInUse(host: String, port: UInt16)
    case portNotPermitted(port: UInt16)
    case hostUnavailable(host: String)
    case alreadyStarted
    /// Any other error of the system.
    case system(reason: String)

    package var description: String {
        switch self {
        case .invalidHost(let host):
            "Cannot listen on \(host): not an IP address. Give 127.0.0.1, ::1, 0.0.0.0, ::, localhost or another IP address."
        case .portInUse(let host, let port):
            "Cannot listen on port \(port) of \(host): in use. Stop the program that listens there, or give another port."
        case .portNotPermitted(let port):
            "Cannot listen on port \(port): permission denied. Give a port from 1024 on, or grant the right to bind lower ones."
        case .hostUnavailable(let host):
            "Cannot listen on \(host): no address of this machine. Give one that is, or 127.0.0.1."
        case .alreadyStarted:
            "The server was already started: create a new one."
        case .system(let reason):
            "Cannot listen: \(reason)."
        }
    }
}
