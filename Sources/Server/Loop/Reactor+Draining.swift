import Basics

extension Reactor {
    /// Closes idle connections, lets running answers finish, and then calls.
    func drain(whenDone: @escaping @Sendable () -> Void) {
        let deadline = now + configuration.drainTime
        draining = (deadline, whenDone)
        watch(deadline)
        for connection in connections.all { connection.drain() }
        if connections.isEmpty { finishDraining() }
    }

    func cutConnections() {
        service.log(.drainTimeOver(connections: connections.count))
        for connection in connections.all {
            connection.task?.cancel()
            connection.cut()
        }
        finishDraining()
    }

    /// Calls once that all connections are closed.
    func finishDraining() {
        draining?.whenDone?()
        draining?.whenDone = nil
    }
}
