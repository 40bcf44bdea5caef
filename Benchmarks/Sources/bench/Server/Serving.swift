import Glibc
import HTTP
import Server

/// What this program serves when a suite starts it once more; it ends with the suite that did.
enum Serving: String {
    /// The answer in memory, by a server as it is by default: at once, on the thread that read the request.
    case answer
    /// The same by a handler that might have waited, which has a task for each request.
    case task
    /// The same for more connections than it takes by default, which may be idle for an hour.
    case crowd

    static let argument = "--serve"

    /// Prints the port, and serves until standard input ends.
    func run() throws -> Never {
        let response = MemoryAnswer.response
        let prepared = self == .task ? nil : PreparedResponse(response)
        let server = Server(
            configuration, log: { Progress.tell("\($0)") }, promptHandler: { _ in prepared }, handler: { _ in response }
        )
        print(try server.start())
        fflush(nil)
        while readLine() != nil {}
        exit(0)
    }

    private var configuration: ServerConfiguration {
        var configuration = ServerConfiguration()
        if self == .crowd {
            configuration.connectionLimit = 11_000
            configuration.idleLimit = .seconds(3600)
        }
        return configuration
    }
}
