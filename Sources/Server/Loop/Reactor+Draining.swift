import Basics

extension Reactor {
    /// Closes idle connections, lets running responses finish, and then calls `whenDone`.
    func drain(whenDone: @escaping @Sendable () -> Void) {
        let deadline = now + configuration.drainTimeout
        draining = (deadline, whenDone)
        scheduleCheck(at: deadline)
        for connection in connections.all { connection.drain() }
        if connections.isEmpty { finishDraining() }
    }

    func abortConnections() {
        shared.log(.drainTimedOut(connections: connections.count))
        for connection in connections.all {
            connection.task?.cancel()
            connection.abort()
        }
        finishDraining()
    }

    /// Calls `whenDone` once; all connections are closed.
    func finishDraining() {
        draining?.whenDone?()
        draining?.whenDone = nil
    }
}
