import Glibc
import Heroes
import Support

@testable import Storage

/// A piece of work of one visitor's queue.
enum Work: Hashable, Sendable {
    case add([Hero.ID], onlyExisting: Bool = false)
    case remove([Hero.ID])
    case forget
    /// Reads the list, from memory or from the files.
    case visit
    /// Removes the files if they are expired.
    case expire
    /// Kills the process and starts another one.
    case restart

    static let all: [Work] = [
        .add([1]), .add([2]), .add([2, 3]), .add([3], onlyExisting: true), .remove([1]), .forget, .visit, .expire,
        .restart,
    ]

    /// Nil for work that is not a change.
    var change: FavouritesChange? {
        switch self {
        case .add(let heroes, let onlyExisting):
            .add(heroes.map { .example($0, after: Double($0)) }.reversed(), onlyExisting: onlyExisting)
        case .remove(let heroes): .remove(heroes)
        case .forget: .forget
        case .visit, .expire, .restart: nil
        }
    }
}

/// A set of lists of a visitor, each of some of the heroes 1 to 4, or nil for an unknown visitor.
struct Lists: OptionSet, Hashable {
    let rawValue: UInt64

    static let unknown = Lists(rawValue: 1 << 16)
    /// The content for any other list, and for an error.
    static let wrong = Lists(rawValue: 1 << 17)
    /// No heroes, as pages show it.
    static let empty: Lists = [Lists(rawValue: 1), .unknown]

    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(_ favourites: Favourites?) {
        guard let list = favourites?.list else {
            self = .unknown
            return
        }
        let heroes = list.map(\.id)
        // Newest first, as the numbers of the heroes.
        let isRight = heroes == heroes.sorted(by: >) && list.allSatisfy { $0 == .example($0.id, after: Double($0.id)) }
        self = isRight ? Lists(rawValue: 1 << heroes.reduce(0) { $0 | 1 << ($1 - 1) }) : .wrong
    }

    /// Returns the lists after the work.
    func after(_ work: Work, isExpired: Bool = false) -> Lists {
        switch work {
        case .forget: return .unknown
        case .visit, .restart: return self
        case .expire: return isExpired ? union(.unknown) : self
        case .add(let heroes, let onlyExisting):
            var after = map { $0 | Self.mask(heroes) }
            if contains(.unknown) { after.formUnion(onlyExisting ? .unknown : Self(rawValue: 1 << Self.mask(heroes))) }
            return after
        case .remove(let heroes):
            return map { $0 & ~Self.mask(heroes) }.union(intersection(.unknown))
        }
    }

    private static func mask(_ heroes: [Hero.ID]) -> UInt64 { heroes.reduce(0) { $0 | 1 << UInt64($1 - 1) } }

    private func map(_ change: (UInt64) -> UInt64) -> Lists {
        Lists(rawValue: (0..<16).reduce(0) { rawValue >> $1 & 1 == 0 ? $0 : $0 | 1 << change(UInt64($1)) })
    }
}

/// Runs a store on a disk in memory, and looks before each system call at what is in memory and at what a crash leaves.
final class ScheduleWalk {
    /// The fault of a schedule, at one of its system calls.
    enum Fault: Hashable {
        /// The call fails with EIO.
        case failure(Int)
        /// The process is killed before the call, and another one does the next work.
        case kill(Int)
    }

    /// The states: a schedule, one of its system calls, and what a crash at this call leaves of the disk.
    private(set) var states = 0
    private(set) var schedules = 0
    /// The lists that a new process reads after a crash. Equal states of the disk are read once.
    private(set) var recovered: [ModelDisk.Image: Lists] = [:]
    /// The first states that are wrong, and their number.
    private(set) var findings: [String] = []
    private(set) var findingCount = 0

    let contents = Contents()
    var prepare: (ModelDisk) -> Void = { _ in }

    private static let visitor = Visitor.numbered(1)
    private static let now = 1_800_000_000
    private let files = VisitorFiles(visitor)
    private var store: FileStore?
    private var disk: ModelDisk
    private var schedule: (works: [Work], start: ModelDisk.Image, fault: Fault?) = ([], [], nil)
    /// The lists that visitors may see, and those that a crash may leave.
    private var (shown, stored) = (Lists.unknown, Lists.unknown)
    private var (isExpired, isKilled, hasFailed) = (false, false, false)

    init() { disk = ModelDisk(contents) }

    /// Returns what the work leaves on an empty disk.
    func image(after works: [Work], daysAgo days: Int = 0) -> ModelDisk.Image {
        disk = ModelDisk(contents)
        disk.now = Self.now - days * FileStore.day
        (shown, stored) = (.unknown, .unknown)
        for work in [.restart] + works { perform(work) }
        for node in disk.nodes.indices { disk.sync(node) }
        var image: ModelDisk.Image = []
        disk.crash { image = $0 }
        return image
    }

    /// Walks the works one after the other from a state of the disk; returns the number of system calls.
    @discardableResult
    func walk(_ works: [Work], from image: ModelDisk.Image, isExpired: Bool = false, _ fault: Fault? = nil) -> Int {
        schedules += 1
        schedule = (works, image, fault)
        disk = ModelDisk(image, contents)
        prepare(disk)
        disk.now = Self.now
        (shown, self.isExpired, isKilled, hasFailed) = (recover(image), isExpired, false, false)
        stored = shown
        start()
        var calls = 0
        for work in works {
            let inFlight = shown.after(work, isExpired: self.isExpired)
            disk.beforeCall = { [unowned self] isChange in
                guard !isKilled else { return EIO }
                calls += 1
                if isChange { crash(stored.union(inFlight), work) }
                observe(shown.union(inFlight), work)
                switch fault {
                case .failure(calls):
                    hasFailed = true
                    return EIO
                case .kill(calls):
                    (isKilled, hasFailed) = (true, true)
                    return EIO
                default: return nil
                }
            }
            perform(work)
            disk.beforeCall = { _ in nil }
            if isKilled {
                (shown, stored) = (shown.union(inFlight), stored.union(inFlight))
                isKilled = false
                start()
            }
            crash(stored, work)
            observe(shown, work)
        }
        store = nil
        return calls
    }

    private func start() {
        store = nil
        store = try? FileStore(folder: "/d", now: { Self.now }, system: FileSystem(calls: disk))
        if store == nil { report("the store does not start") }
    }

    private func perform(_ work: Work) {
        let after = shown.after(work, isExpired: isExpired)
        do throws(FavouritesError) {
            switch work {
            case .restart:
                let beforeCall = disk.beforeCall
                disk.beforeCall = { _ in nil }
                start()
                disk.beforeCall = beforeCall
            case .expire:
                try store?.removeIfExpired(files)
                (shown, stored) = (after, stored.union(after))
            case .visit:
                var favourites = store?.cachedFavourites(of: Self.visitor)
                if favourites == nil { favourites = try store?.favourites(of: Self.visitor, files) }
                guard !isKilled else { return }
                let read = favourites?.list.isEmpty == true ? .empty : Lists(favourites)
                if shown.isDisjoint(with: read) { report("\(work) shows \(read), not \(shown)") }
                shown.formIntersection(read)
                if !hasFailed { isExpired = false }
            case .add, .remove, .forget:
                guard let change = work.change else { return }
                let update = try store?.apply(change, for: Self.visitor, files)
                guard !isKilled else { return }
                let answer = Lists(update?.after)
                if !after.contains(answer) { report("\(work) answers \(answer), not \(after)") }
                (shown, stored, isExpired) = (answer, answer, false)
            }
        } catch {
            if !hasFailed { report("\(work) fails: \(error)") }
            if case .unconfirmed = error { (shown, stored) = (shown.union(after), stored.union(after)) }
        }
    }

    /// Compares the list in memory with those that may be shown.
    private func observe(_ allowed: Lists, _ work: Work) {
        guard let cached = store?.cachedFavourites(of: Self.visitor) else { return }
        if !allowed.contains(Lists(cached)) { report("memory has \(Lists(cached)) during \(work), not \(allowed)") }
    }

    /// Compares the lists after a crash with those that may be left.
    private func crash(_ allowed: Lists, _ work: Work) {
        disk.crash { image in
            states += 1
            let list = recover(image)
            if !allowed.contains(list) {
                report("a crash in \(work) leaves \(list), not \(allowed): \(describe(image))")
            }
        }
    }

    /// Returns the list that a new process reads.
    private func recover(_ image: ModelDisk.Image) -> Lists {
        if let known = recovered[image] { return known }
        var list = Lists.wrong
        do throws(FavouritesError) {
            let system = FileSystem(calls: ModelDisk(image, contents))
            let store = try FileStore(folder: "/d", now: { Self.now }, system: system)
            list = Lists(try store.read(files)?.favourites)
        } catch {
            report("cannot be read after a crash: \(error)")
        }
        recovered[image] = list
        return list
    }

    private func report(_ finding: @autoclosure () -> String) {
        findingCount += 1
        guard findings.count < 10 else { return }
        let fault = schedule.fault.map { " with \($0)" } ?? ""
        findings.append("\(schedule.works) from \(describe(schedule.start))\(fault): \(finding())")
    }

    private func describe(_ image: ModelDisk.Image) -> String {
        image.filter { $0 >> 32 & 15 != ModelDisk.folderIndex }.map { file in
            let name = contents.names[(file >> 36) % Contents.nameLimit]
            let content = contents.all[file & 0xffff_ffff].bytes
            let list =
                switch FavouritesFormat.decode(content) {
                case .list(let list): "\(list.favourites.map(\.id))"
                case .damaged, .laterVersion: "\(content.count) bytes"
                }
            return "\(name.drop { $0 != "." })#\(file >> 32 & 15) \(list)"
        }.joined(separator: ", ")
    }
}

extension Lists: CustomStringConvertible {
    var description: String {
        let lists = (0..<16).filter { rawValue >> $0 & 1 == 1 }
            .map { mask in "\((0..<4).filter { mask >> $0 & 1 == 1 }.map { $0 + 1 })" }
        return (lists + (contains(.unknown) ? ["none"] : []) + (contains(.wrong) ? ["wrong"] : []))
            .joined(separator: " or ")
    }
}
