import Basics

extension NetworkLimit {
    /// Runs the body while a network has all of its calls running and waiting.
    package func whileFull(for network: [UInt8], _ body: () async -> Void) async {
        let isOpen = Locked(false)
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...65 {
                group.addTask { await self.run(for: network) { while !isOpen.withLock(\.self) { await Task.yield() } } }
            }
            // One runs and 63 wait, so the last is refused at once.
            await group.next()
            await body()
            isOpen.withLock { $0 = true }
        }
    }
}
