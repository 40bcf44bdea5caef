import HTTP
import Synchronization

/// What every connection of a server shares.
final class Service: Sendable {
    let configuration: ServerConfiguration
    let log: @Sendable (ServerEvent) -> Void
    let immediateHandler: ImmediateHandler
    let handler: Handler
    /// Connections that may be open at one time: as configured, or fewer where descriptors are few.
    let connectionLimit = Atomic<Int>(0)
    /// Connections over it that may be open until they replace another one, or for as long as their 503 takes.
    let refusalLimit = Atomic<Int>(256)
    /// Connections open now, on all loops, without those turned away.
    let connectionCount = Atomic<Int>(0)
    /// Connections open only for as long as their refusal takes.
    let turnedAwayCount = Atomic<Int>(0)
    private let totals = Mutex(ServerFigures())

    init(
        _ configuration: ServerConfiguration, log: @escaping @Sendable (ServerEvent) -> Void,
        immediateHandler: @escaping ImmediateHandler, handler: @escaping Handler
    ) {
        self.configuration = configuration
        self.log = log
        self.immediateHandler = immediateHandler
        self.handler = handler
        connectionLimit.store(configuration.connectionLimit, ordering: .relaxed)
    }

    func count(_ update: (inout ServerFigures) -> Void) { totals.withLock { update(&$0) } }

    var figures: ServerFigures {
        var figures = totals.withLock { $0 }
        figures.open = connectionCount.load(ordering: .relaxed) + turnedAwayCount.load(ordering: .relaxed)
        return figures
    }

    /// Takes no more connections than there are descriptors for.
    func limit(by descriptors: Descriptors) {
        connectionLimit.store(min(configuration.connectionLimit, descriptors.connections), ordering: .relaxed)
        refusalLimit.store(descriptors.refusals, ordering: .relaxed)
    }
}
