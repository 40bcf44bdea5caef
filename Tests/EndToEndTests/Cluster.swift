import Support

/// Several machines with one database behind nginx, configured as in the committed example. nginx takes turns, so that
/// most requests of a visitor come to another machine than the one before.
struct Cluster {
    private(set) var machines: [RunningSite] = []
    /// The URL of nginx.
    let url: String
    private let proxy: Program
    private let folder: TemporaryFolder
    private let arguments: [String]
    private let environment: [String: String]

    init(_ database: String, machineCount: Int = 3, _ arguments: [String] = []) async throws {
        folder = try TemporaryFolder()
        let port = try FreePort.find()
        url = "http://127.0.0.1:\(port)"
        self.arguments =
            ["--public-url", "http://heroes.example:\(port)", "--trusted-proxy", "127.0.0.1"] + arguments
        environment = ["HEROES_DATABASE": database, "HEROES_SECRET": "the same on all machines"]
        for _ in 0..<machineCount {
            machines.append(try await RunningSite(self.arguments, environment: environment))
        }
        try await ReverseProxy.makeCertificate(folder.path)
        proxy = try ReverseProxy.nginx(folder.path, machines.map(\.url), port, try FreePort.find())
        try await ReverseProxy.waitUntilListening(proxy, port)
    }

    /// Starts an ended machine again, on the same port.
    mutating func restart(_ index: Int) async throws {
        let port = String(machines[index].url.split(separator: ":").last ?? "")
        machines[index] = try await RunningSite(
            data: machines[index].data, arguments + ["--port", port], environment: environment)
    }

    func end() async {
        _ = await proxy.stop()
        for machine in machines { await machine.end() }
        folder.remove()
    }
}
