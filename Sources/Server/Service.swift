import HTTP
import Synchronization

/// What every connection of a server shares.
final class Service: Sendable {
    let configuration: ServerConfiguration
    let log: @Sendable (ServerEvent) -> Void
    let promptHandler: PromptHandler
    let handler: Handler
    /// Connections open now, on all loops, without those turned away.
    let connectionCount = Atomic<Int>(0)
    /// Connections open only for as long as their refusal takes.
    let turnedAwayCount = Atomic<Int>(0)
    let totals = ServerTotals()

    init(
        _ configuration: ServerConfiguration, log: @escaping @Sendable (ServerEvent) -> Void,
        promptHandler: @escaping PromptHandler, handler: @escaping Handler
    ) {
        self.configuration = configuration
        self.log = log
        self.promptHandler = promptHandler
        self.handler = handler
    }
}
