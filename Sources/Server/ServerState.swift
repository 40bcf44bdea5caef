import HTTP
import Synchronization

/// The state that all connections of a server share.
final class ServerState: Sendable {
    let configuration: ServerConfiguration
    let log: @Sendable (ServerEvent) -> Void
    let immediateHandler: ImmediateHandler
    let handler: Handler
    /// The number of connections that may be open: as configured, or fewer if descriptors are few.
    let connectionLimit = Atomic<Int>(0)
    /// The number of connections over it that may be open until they replace another one or their 503 is sent.
    let rejectionLimit = Atomic<Int>(256)
    /// The number of open connections on all loops, without rejected ones.
    let connectionCount = Atomic<Int>(0)
    /// The number of connections that are open only until their 503 is sent.
    let rejectedCount = Atomic<Int>(0)
    private let counters = Mutex(ServerMetrics())

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

    func count(_ update: (inout ServerMetrics) -> Void) { counters.withLock { update(&$0) } }

    var metrics: ServerMetrics {
        var metrics = counters.withLock { $0 }
        metrics.open = connectionCount.load(ordering: .relaxed) + rejectedCount.load(ordering: .relaxed)
        return metrics
    }

    /// Lowers the limit of connections to what the descriptors allow.
    func limitConnections(to descriptors: FileDescriptorLimit) {
        connectionLimit.store(min(configuration.connectionLimit, descriptors.connections), ordering: .relaxed)
        rejectionLimit.store(descriptors.rejections, ordering: .relaxed)
    }
}
