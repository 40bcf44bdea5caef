import Basics

extension Reactor {
    /// Closes idle connections, lets running answers finish, and then calls.
    func drain(whenDone: @escaping @Sendable () -> Void) {
        let draining = Draining(deadline: now + configuration.drainTime, whenDone: whenDone)
        self.draining = draining
        watch(draining.deadline)
        for connection in connections.all { connection.drain() }
        if connections.isEmpty { draining.finish() }
    }

    func cutConnections() {
        service.log(.drainTimeOver(connections: connections.count))
        for connection in connections.all {
            connection.task?.cancel()
            connection.cut()
        }
        draining?.finish()
    }
}
