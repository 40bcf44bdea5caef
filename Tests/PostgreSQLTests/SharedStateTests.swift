import Basics
import FoundationEssentials
import Heroes
import PostgreSQL
import Support
import Testing

@testable import Site

/// The places of the state that all requests share; in PostgreSQL, two machines use it.
enum SharedStateKind: CaseIterable, Sendable {
    case memory, postgres
}

/// A store of expiring values and a limit of three new visitors per hour, as two machines see them.
struct SharedState {
    var stores: [any ExpiringStore] = []
    var limits: [any NewVisitorLimit] = []
    /// The connection string; nil in memory.
    private(set) var schema: String?
    private let clock = ManualClock()

    init(_ kind: SharedStateKind) async throws {
        if kind == .memory {
            let now = { @Sendable [clock] in clock.now }
            stores = [MemoryExpiringStore(now: now)]
            limits = [LocalNewVisitorLimit(perHour: 3, now: now)]
            return
        }
        let schema = try await PostgresServer.shared().newSchema()
        self.schema = schema
        for _ in 0..<2 {
            let database = try await Database.connected(to: schema, connectionCount: 4)
            stores.append(PostgresExpiringStore(database))
            limits.append(PostgresNewVisitorLimit(database, perHour: 3))
        }
    }

    var codes: [TransferCodes] { stores.map { TransferCodes(store: $0, secret: Array("secret".utf8)) } }

    /// Advances the clock, or moves the dates of the rows back.
    func advance(by seconds: Int) async throws {
        clock.advance(by: Double(seconds))
        guard let schema else { return }
        try await PostgresServer.shared().sql(
            """
            UPDATE expiring_value SET expires = expires - interval '\(seconds) s';
            UPDATE new_visitor SET updated = updated - interval '\(seconds) s'
            """, schema)
    }
}

@Suite("Values that expire", .timeLimit(.minutes(5)))
struct ExpiringStoreTests {
    private let key: [UInt8] = [1, 0, 255]

    @Test(
        "a value is found by kind and key, replaced by a later one, and taken once", arguments: SharedStateKind.allCases
    )
    func values(kind: SharedStateKind) async throws {
        let state = try await SharedState(kind)
        let (first, last) = (state.stores[0], state.stores[state.stores.count - 1])
        #expect(try await last.value(.importResult, for: key) as [Int]? == nil)
        try await first.store([1], .importResult, for: key)
        try await last.store([2, 3], .importResult, for: key)
        #expect(try await first.value(.importResult, for: key) as [Int]? == [2, 3])
        #expect(try await first.value(.undoHistory, for: key) as [Int]? == nil)
        #expect(try await first.value(.importResult, for: [1]) as [Int]? == nil)
        #expect(try await last.value(.importResult, for: key) as String? == nil)
        #expect(try await last.take(.importResult, for: key) as [Int]? == [2, 3])
        #expect(try await first.take(.importResult, for: key) as [Int]? == nil)
    }

    @Test("a value expires ten minutes after its last change", arguments: SharedStateKind.allCases)
    func expiry(kind: SharedStateKind) async throws {
        let state = try await SharedState(kind)
        let store = state.stores[0]
        for key in 0..<3 { try await store.store(1, .undoHistory, for: [UInt8(key)]) }
        try await state.advance(by: 400)
        try await store.store(2, .undoHistory, for: [1])
        try await store.update(.undoHistory, for: [2]) { (value: Int?) in (value ?? 0) + 2 }
        try await state.advance(by: 300)
        #expect(try await store.value(.undoHistory, for: [0]) as Int? == nil)
        #expect(try await store.value(.undoHistory, for: [1]) as Int? == 2)
        #expect(try await store.value(.undoHistory, for: [2]) as Int? == 3)
        try await state.advance(by: 300)
        #expect(try await store.take(.undoHistory, for: [1]) as Int? == nil)
        try await store.update(.undoHistory, for: [2]) { (value: Int?) in value ?? 9 }
        #expect(try await store.value(.undoHistory, for: [2]) as Int? == 9)
    }

    @Test(
        "concurrent updates lose nothing, and of many tasks that take a value, one gets it",
        arguments: SharedStateKind.allCases)
    func concurrent(kind: SharedStateKind) async throws {
        let state = try await SharedState(kind)
        try await withThrowingTaskGroup { tasks in
            for number in 0..<6 {
                let store = state.stores[number % state.stores.count]
                tasks.addTask {
                    try await store.update(.undoHistory, for: key) { (value: [Int]?) in (value ?? []) + [number] }
                }
            }
            try await tasks.waitForAll()
        }
        let value: [Int]? = try await state.stores[0].value(.undoHistory, for: key)
        #expect(value?.sorted() == Array(0..<6))
        try await state.stores[0].store(7, .transferCode, for: key)
        let taken = try await withThrowingTaskGroup(of: Int?.self) { tasks in
            for number in 0..<20 {
                let store = state.stores[number % state.stores.count]
                tasks.addTask { try await store.take(.transferCode, for: key) }
            }
            return try await tasks.reduce(into: [Int]()) { if let value = $1 { $0.append(value) } }
        }
        #expect(taken == [7])
    }
}

@Suite("Transfer codes on all machines", .timeLimit(.minutes(5)))
struct SharedTransferCodeTests {
    private let code = "7Q2MX-0TB4K"

    @Test("the newest code of a visitor works once, on any machine", arguments: SharedStateKind.allCases)
    func once(kind: SharedStateKind) async throws {
        let codes = try await SharedState(kind).codes
        let (first, last) = (codes[0], codes[codes.count - 1])
        try await first.store("00000-00001", of: .numbered(1))
        try await first.store("00000-00002", of: .numbered(2))
        try await last.store(code, of: .numbered(1))
        #expect(try await first.take("00000-00001") == nil)
        #expect(try await first.visitor(of: code) == .numbered(1))
        #expect(try await first.code(of: .numbered(1)) == code)
        #expect(try await first.take(code) == .numbered(1))
        #expect(try await last.take(code) == nil)
        #expect(try await last.take("00000-00002") == .numbered(2))
    }

    @Test("the table contains neither the code nor the visitor, and another secret opens nothing")
    func sealed() async throws {
        let state = try await SharedState(.postgres)
        try await state.codes[0].store(code, of: .numbered(1))
        let other = TransferCodes(store: state.stores[1], secret: [])
        #expect(try await other.visitor(of: code) == nil)
        #expect(try await other.code(of: .numbered(1)) != code)
        let dump = try await PostgresServer.shared().sql(
            "SELECT key, convert_from(value, 'UTF8') FROM expiring_value", state.schema)
        #expect(!dump.isEmpty)
        for secret in [code, Visitor.numbered(1).token] {
            let bytes = Array(secret.utf8)
            for phrase in [secret, bytes.map { "\($0)" }.joined(separator: ",")] { #expect(!dump.contains(phrase)) }
            #expect(!dump.contains(Hex.text(bytes)))
        }
    }
}

@Suite("The limit of new visitors on all machines", .timeLimit(.minutes(5)))
struct SharedNewVisitorTests {
    @Test("a network gets its hour's limit at once, then more as time passes", arguments: SharedStateKind.allCases)
    func limit(kind: SharedStateKind) async throws {
        let state = try await SharedState(kind)
        let (first, last) = (state.limits[0], state.limits[state.limits.count - 1])
        let network: [UInt8] = [192, 0, 2, 1]
        #expect(try await first.consume(network) == nil)
        #expect(try await last.consume(network) == nil)
        #expect(try await first.consume(network) == nil)
        let seconds = try #require(try await last.consume(network))
        #expect((1...1200).contains(seconds))
        #expect(try await last.consume([192, 0, 2, 2]) == nil)
        await first.refund(network)
        #expect(try await last.consume(network) == nil)
        #expect(try await first.consume(network) != nil)
        try await state.advance(by: 1200)
        #expect(try await first.consume(network) == nil)
        #expect(try await last.consume(network) != nil)
        try await state.advance(by: 36_000)
        for _ in 0..<3 { #expect(try await last.consume(network) == nil) }
        #expect(try await first.consume(network) != nil)
    }

    @Test("expired values and empty buckets are deleted")
    func deletion() async throws {
        let state = try await SharedState(.postgres)
        for number in 0..<5 {
            try await state.stores[0].store(1, .undoHistory, for: [UInt8(number)])
            _ = try await state.limits[0].consume([UInt8(number)])
        }
        try await state.advance(by: 3_601)
        try await state.stores[1].store(1, .undoHistory, for: [0])
        #expect(try await state.limits[1].consume([0]) == nil)
        for table in ["expiring_value", "new_visitor"] {
            #expect(try await PostgresServer.shared().sql("SELECT count(*) FROM \(table)", state.schema) == "1")
        }
    }
}
