import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// Three stores on one folder that change one visitor in turn, through faults, crashes and power failures, as chance has it.
@Suite struct RandomFaultTests {
    @Test(
        "whatever fails, all that was acknowledged is there, and nothing that was refused",
        arguments: 1...40 as ClosedRange<UInt64>)
    func chance(seed: UInt64) async throws {
        var world = try World(seed: seed)
        for step in 1...60 {
            if let complaint = try await world.step() {
                Issue.record("seed \(seed), step \(step): \(complaint)")
                return
            }
        }
    }
}

/// What is asked of a store.
private enum Wish {
    case forget
    case remove(Hero.ID)
    case add(Hero.ID, onlyKnown: Bool)

    init(_ generator: inout RepeatableGenerator) {
        let hero = Int.random(in: 1...6, using: &generator)
        switch Int.random(in: 0..<30, using: &generator) {
        case 0: self = .forget
        case 1...12: self = .remove(hero)
        case 13...18: self = .add(hero, onlyKnown: true)
        default: self = .add(hero, onlyKnown: false)
        }
    }

    /// What is kept after it; nil of a visitor who is not known.
    func granted(to kept: Set<Hero.ID>?) -> Set<Hero.ID>? {
        switch self {
        case .forget: nil
        case .remove(let hero): kept?.subtracting([hero])
        case .add(let hero, onlyKnown: true): kept?.union([hero])
        case .add(let hero, onlyKnown: false): (kept ?? []).union([hero])
        }
    }

    /// Whether the store says that it is granted.
    func ask(_ store: FileStore, for visitor: Visitor) async -> Bool {
        do throws(FavouritesError) {
            switch self {
            case .forget: try await store.forget(visitor)
            case .remove(let hero): _ = try await store.remove([hero], for: visitor)
            case .add(let hero, onlyKnown: true): _ = try await store.add([.example(hero)], forKnown: visitor)
            case .add(let hero, onlyKnown: false): try await store.add([.example(hero)], for: visitor)
            }
            return true
        } catch {
            return false
        }
    }
}

/// One call that fails, or from which on all do, as those of a process that has ended.
private final class Fate: Sendable {
    private struct State {
        var calls = 0
        var first = 0
        var code = EIO
        var isCrash = false
    }

    private let state = Mutex(State())

    var hasCrashed: Bool { state.withLock { $0.isCrash && $0.first > 0 && $0.calls >= $0.first } }

    func draw(_ generator: inout RepeatableGenerator) {
        let first = Bool.random(using: &generator) ? Int.random(in: 1...24, using: &generator) : 0
        let code = [EIO, ENOSPC, EMFILE, EACCES][Int.random(in: 0..<4, using: &generator)]
        let isCrash = Int.random(in: 0..<8, using: &generator) == 0
        state.withLock { $0 = State(first: first, code: code, isCrash: isCrash) }
    }

    func end() { state.withLock { $0 = State() } }

    func verdict() -> FileOperations.Verdict {
        state.withLock { state in
            state.calls += 1
            let isHit = state.isCrash && state.first > 0 ? state.calls >= state.first : state.calls == state.first
            return isHit ? .fail(state.code) : .proceed
        }
    }
}

private struct World {
    private let visitor = Visitor.numbered(1)
    private let folder: TemporaryFolder
    private let disk: Disk
    private let fate = Fate()
    private let operations: FileOperations
    private var generator: RepeatableGenerator
    private var stores: [FileStore]
    private var kept: Set<Hero.ID>?
    /// Whether the disk must have what is kept: a process that ended may have left it without its sync.
    private var isOnDisk = true

    init(seed: UInt64) throws {
        generator = RepeatableGenerator(seed: seed)
        folder = try TemporaryFolder()
        disk = Disk(folder, VisitorFile(visitor))
        operations = FileOperations { [fate, disk] call in
            let verdict = fate.verdict()
            if verdict != .proceed { return verdict }
            // On every third file system names cannot be exchanged.
            if seed % 3 == 0, case .exchange = call { return .fail(EINVAL) }
            return disk.intercept(call)
        }
        stores = []
        for _ in 0..<3 { stores.append(try FileStore(folder: folder.path, operations: operations)) }
    }

    /// What is wrong after one more wish; nil where nothing is.
    mutating func step() async throws -> String? {
        for store in stores where Bool.random(using: &generator) { _ = try await store.kept(by: visitor) }
        let (number, wish) = (Int.random(in: stores.indices, using: &generator), Wish(&generator))
        fate.draw(&generator)
        let isGranted = await wish.ask(stores[number], for: visitor)
        let hasCrashed = fate.hasCrashed
        fate.end()
        if hasCrashed {
            stores[number] = try FileStore(folder: folder.path, operations: operations)
            stores[number].removeLeftovers()
        }
        let found = try await FileStore(folder: folder.path, operations: FileOperations()).kept(by: visitor).ids
        var allowed = isGranted ? [] : [kept ?? []]
        if isGranted || hasCrashed { allowed.append(wish.granted(to: kept) ?? []) }
        guard allowed.contains(found) else { return "\(wish) found \(found), not one of \(allowed)" }
        if isGranted {
            kept = wish.granted(to: kept)
        } else if hasCrashed {
            kept = try await stores[number].add([], forKnown: visitor) ? found : nil
        }
        isOnDisk = isGranted || isOnDisk && !hasCrashed
        return try await difference(from: found, after: hasCrashed)
    }

    /// A store, or the disk, that has something else.
    private func difference(from found: Set<Hero.ID>, after hasCrashed: Bool) async throws -> String? {
        for store in stores {
            if !hasCrashed, let told = store.remembered(by: visitor)?.ids, told != found {
                return "\(told) told, \(found) found"
            }
            let read = try await store.kept(by: visitor).ids
            if read != found { return "\(read) read, \(found) found" }
        }
        guard isOnDisk else { return nil }
        let lasting = Set(try await disk.found(by: visitor))
        return lasting == found ? nil : "\(lasting) on the disk, \(found) found"
    }
}
