import Glibc

/// A web server that is measured: a process that listens on a port of 127.0.0.1.
final class Peer {
    let port: UInt16
    private let child: Child
    /// What it serves from, kept for as long as it runs.
    private let folder: TemporaryFolder?

    init(child: Child, port: UInt16, folder: TemporaryFolder? = nil) {
        self.child = child
        self.port = port
        self.folder = folder
    }

    deinit { child.stop() }

    /// This very program, serving in a process of its own.
    convenience init(_ serving: Serving) throws {
        let child = try Child("/proc/self/exe", [Serving.argument, serving.rawValue])
        guard let port = child.line().flatMap({ UInt16($0) }) else {
            throw Unmeasurable("the server does not start; its reason is above")
        }
        self.init(child: child, port: port)
    }

    var processes: ProcessTree { ProcessTree(root: child.pid) }

    /// One answer, from a connection of its own.
    func answer(to path: String, _ fields: [String] = []) throws -> PlainClient.Answer {
        try PlainClient(port: port).answer(to: path, fields)
    }
}
