import Dispatch
import Heroes
import Synchronization
import Support
import Testing

@testable import Storage

/// Holds a visitor's write at its sync until it is let go.
private final class SyncHold: Sendable {
    private let name: String
    private let isOpen = Mutex(false)
    private let opening = DispatchSemaphore(value: 0)
    private let arrived = Mutex(false)

    init(_ file: VisitorFile) { name = file.spare }

    var operations: FileOperations {
        FileOperations(intercept: { [self] call in
            if call == .sync(name), !isOpen.withLock({ $0 }) {
                arrived.withLock { $0 = true }
                opening.wait()
            }
            return .proceed
        })
    }

    func waitForArrival() async { while !arrived.withLock({ $0 }) { await Task.yield() } }

    func open() {
        isOpen.withLock { $0 = true }
        opening.signal()
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    @discardableResult func increase() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

@Suite struct GroupCommitTests {
    private let visitor = Visitor.numbered(1)
    private var file: VisitorFile { VisitorFile(visitor) }

    @Test("changes that arrive during a write are written together, and acknowledged only then")
    func together() async throws {
        let folder = try TemporaryFolder()
        let gate = SyncHold(file)
        let syncs = Counter()
        let operations = FileOperations(intercept: { [file] call in
            if call == .sync(file.spare) { syncs.increase() }
            return gate.operations.intercept(call)
        })
        let store = try FileStore(folder: folder.path, operations: operations)
        let acknowledged = Counter()
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await store.add(.example(0), for: visitor) }
            await gate.waitForArrival()
            for id in 1..<64 {
                tasks.addTask {
                    try await store.add(.example(id), for: visitor)
                    acknowledged.increase()
                }
            }
            while store.queue.count(for: file) < 63 { await Task.yield() }
            #expect(acknowledged.value == 0)
            #expect(try await store.favourites(of: visitor) == [])
            gate.open()
            try await tasks.waitForAll()
        }
        #expect(syncs.value == 2)
        #expect(try await store.favourites(of: visitor).map(\.id).sorted() == Array(0..<64))
    }

    @Test("each of the changes written together is told what the ones before it left")
    func toldTogether() async throws {
        let folder = try TemporaryFolder()
        let gate = SyncHold(file)
        let store = try FileStore(folder: folder.path, operations: gate.operations)
        async let first: Void = store.add(.example(1), for: visitor)
        await gate.waitForArrival()
        async let second = store.add([.example(2, after: 2)], forKnown: visitor)
        while store.queue.count(for: file) < 1 { await Task.yield() }
        async let third = store.remove(1, for: visitor)
        while store.queue.count(for: file) < 2 { await Task.yield() }
        async let fourth = store.remove(2, for: visitor)
        while store.queue.count(for: file) < 3 { await Task.yield() }
        gate.open()
        try await first
        #expect(try await second)
        #expect(try await third.map(\.id) == [2, 1])
        #expect(try await fourth.map(\.id) == [2])
        #expect(try await store.favourites(of: visitor) == [])
    }

    @Test("a visitor does not wait for another's write")
    func sideBySide() async throws {
        let folder = try TemporaryFolder()
        let gate = SyncHold(file)
        let store = try FileStore(folder: folder.path, operations: gate.operations)
        let other = Visitor.numbered(2)
        async let first: Void = store.add(.example(1), for: visitor)
        await gate.waitForArrival()
        for id in 1...10 { try await store.add(.example(id, after: Double(id)), for: other) }
        #expect(try await store.favourites(of: other).count == 10)
        #expect(try await store.favourites(of: visitor) == [])
        gate.open()
        try await first
        #expect(try await store.favourites(of: visitor) == [.example(1)])
    }

    @Test("10,000 toggles of 64 clients on one visitor end as they would one after the other")
    func manyToggles() async throws {
        let folder = try TemporaryFolder()
        let syncs = Counter()
        let operations = FileOperations(intercept: { [file] call in
            if call == .sync(file.spare) { syncs.increase() }
            return .proceed
        })
        let store = try FileStore(folder: folder.path, operations: operations)
        let kept = try await withThrowingTaskGroup { tasks in
            for client in 0..<64 { tasks.addTask { try await toggle(store, client, times: client < 16 ? 157 : 156) } }
            return try await tasks.reduce(into: Set<Hero.ID>()) { $0.formUnion($1) }
        }
        #expect(try await Set(store.favourites(of: visitor).map(\.id)) == kept)
        let fresh = try FileStore(folder: folder.path, operations: FileOperations())
        let stored = try await fresh.favourites(of: visitor)
        #expect(try await store.favourites(of: visitor) == stored)
        #expect(syncs.value < 10_000)
    }

    /// Switches heroes that are the client's own at random, and after each time looks whether that is what is kept.
    private func toggle(_ store: FileStore, _ client: Int, times: Int) async throws -> Set<Hero.ID> {
        var generator = RepeatableGenerator(seed: UInt64(client))
        let heroes = client * 3..<client * 3 + 3
        var kept: Set<Hero.ID> = []
        for _ in 0..<times {
            let hero = Int.random(in: heroes, using: &generator)
            if kept.remove(hero) != nil {
                try await store.remove(hero, for: visitor)
            } else {
                kept.insert(hero)
                try await store.add(.example(hero), for: visitor)
            }
            let found = try await store.favourites(of: visitor).map(\.id).filter(heroes.contains)
            if Set(found) != kept || found.count != kept.count { Issue.record("client \(client) finds \(found)") }
        }
        return kept
    }

    @Test("64 clients that toggle for 50 visitors leave each with what was acknowledged")
    func manyVisitors() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path)
        try await withThrowingTaskGroup { tasks in
            for client in 0..<64 {
                tasks.addTask {
                    var generator = RepeatableGenerator(seed: UInt64(client))
                    var kept = Set<UInt64>()
                    for _ in 0..<50 {
                        let number = UInt64.random(in: 0..<50, using: &generator)
                        if kept.remove(number) != nil {
                            try await store.remove(client, for: .numbered(number))
                        } else {
                            kept.insert(number)
                            try await store.add(.example(client), for: .numbered(number))
                        }
                        let now = store.remembered(by: .numbered(number)).map { $0.keeps(client) }
                        if let now, now != kept.contains(number) { Issue.record("client \(client), visitor \(number)") }
                    }
                    let fresh = try FileStore(folder: folder.path, operations: FileOperations())
                    for number in 0..<50 as Range<UInt64> {
                        let isKept = try await fresh.kept(by: .numbered(number)).keeps(client)
                        if isKept != kept.contains(number) { Issue.record("client \(client), visitor \(number)") }
                    }
                }
            }
            try await tasks.waitForAll()
        }
    }

    @Test("when a common write fails, everyone who waited for it is told")
    func failure() async throws {
        let folder = try TemporaryFolder()
        let gate = SyncHold(file)
        let syncs = Counter()
        let operations = FileOperations(intercept: { call in
            let verdict = gate.operations.intercept(call)
            guard case .sync(file.spare) = call else { return verdict }
            return syncs.increase() == 2 ? .fail(28) : verdict
        })
        let store = try FileStore(folder: folder.path, operations: operations)
        let failures = try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                try await store.add(.example(0), for: visitor)
                return 0
            }
            await gate.waitForArrival()
            for id in 1..<10 {
                tasks.addTask {
                    do {
                        try await store.add(.example(id), for: visitor)
                        return 0
                    } catch {
                        return 1
                    }
                }
            }
            while store.queue.count(for: file) < 9 { await Task.yield() }
            gate.open()
            return try await tasks.reduce(0, +)
        }
        #expect(failures == 9)
        #expect(try await store.favourites(of: visitor) == [.example(0)])
        try await store.add(.example(1), for: visitor)
        #expect(try await store.favourites(of: visitor).map(\.id) == [1, 0])
    }

    @Test("adding, forgetting and adding again happen in this order")
    func forgetBetween() async throws {
        let folder = try TemporaryFolder()
        let gate = SyncHold(file)
        let store = try FileStore(folder: folder.path, operations: gate.operations)
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await store.add(.example(1), for: visitor) }
            await gate.waitForArrival()
            let changes: [@Sendable () async throws -> Void] = [
                { try await store.add(.example(2), for: visitor) }, { try await store.forget(visitor) },
                { try await store.add(.example(3), for: visitor) },
            ]
            for (number, change) in changes.enumerated() {
                tasks.addTask { try await change() }
                while store.queue.count(for: file) <= number { await Task.yield() }
            }
            gate.open()
            try await tasks.waitForAll()
        }
        #expect(try await store.favourites(of: visitor) == [.example(3)])
        #expect(try folder.files() == ["\(file.folder)/\(file.current)"])
    }

    @Test("a visitor whose first favourite is removed in the same write is known")
    func knownByBatch() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, operations: FileOperations())
        let outcomes = store.save([.add([.example(1)], onlyKnown: false), .remove([1])], to: VisitorFile(visitor))
        for outcome in outcomes { _ = try outcome.get() }
        #expect(try await store.add([.example(2)], forKnown: visitor))
        #expect(try await store.favourites(of: visitor).map(\.id) == [2])
    }
}
