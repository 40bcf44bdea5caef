/// Why a server cannot start, in words that say what to do.
package enum ServerError: Error, Equatable, CustomStringConvertible {
    case hostInvalid(host: String)
    case portTaken(host: String, port: UInt16)
    case portForbidden(port: UInt16)
    case hostUnavailable(host: String)
    case alreadyStarted
    /// Anything else that the system refused.
    case system(reason: String)

    package var description: String {
        switch self {
        case .hostInvalid(let host):
            "\(host) is no address to listen on: give 127.0.0.1, ::1, 0.0.0.0, ::, localhost or another IP address."
        case .portTaken(let host, let port):
            "Port \(port) of \(host) is taken: stop the program that listens there, or give another port."
        case .portForbidden(let port):
            "Port \(port) may not be used: give one from 1024 on, or the right to bind lower ones."
        case .hostUnavailable(let host):
            "\(host) is no address of this machine: give one that is, or 127.0.0.1."
        case .alreadyStarted:
            "The server was started before: make a new one."
        case .system(let reason):
            "The server cannot listen: \(reason)."
        }
    }
}
