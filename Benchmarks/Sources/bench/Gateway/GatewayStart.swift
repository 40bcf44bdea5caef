/// How long a gateway takes from the start of its process to its first answer, and what memory it has then.
struct GatewayStart {
    /// Seconds.
    let times: Spread
    /// Bytes that were resident after the first answer.
    let memory: Spread

    init(_ errand: GatewayErrand, _ paths: [String], _ rounds: Rounds) throws {
        let results = try rounds.results([{ try Self.result(errand, paths) }])[0]
        times = Spread(results, \.time)
        memory = Spread(results, \.memory)
    }

    private static func result(_ errand: GatewayErrand, _ paths: [String]) throws -> (time: Double, memory: Double) {
        let start = ContinuousClock.now
        let child = try Child("/proc/self/exe", [GatewayErrand.argument, errand.rawValue] + paths)
        guard child.line() != nil else { throw Unmeasurable("the gateway does not start; its reason is above") }
        let time = (ContinuousClock.now - start) / .seconds(1)
        return (time, Double(try ProcessTree(root: child.pid).residentMemory()))
    }
}
