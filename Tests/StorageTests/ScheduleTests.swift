import Testing

@testable import Storage

/// Runs the store on a disk in memory, and crashes the disk before each system call.
@Suite("Every schedule of a visitor's favourites", .timeLimit(.minutes(10)))
struct ScheduleTests {
    /// The earlier work of a visitor, the days since the last visit, and true if the walk has faults.
    private static let starts: [(works: [Work], days: Int, hasFaults: Bool)] = [
        ([], 0, true), ([.add([1])], 0, false), ([.add([1]), .add([2])], 0, true),
        ([.add([1]), .remove([1])], 0, false),
        ([.add([1])], 401, false), ([.add([1]), .add([2])], 401, true),
    ]

    @Test("no schedule of three requests, fault or crash loses an acknowledged change or shows a wrong list")
    func every() async {
        var (states, schedules, disks, findings) = (0, 0, 0, [String]())
        await withTaskGroup { tasks in
            for start in Self.starts {
                tasks.addTask {
                    let walk = ScheduleWalk()
                    let image = walk.image(after: start.works, daysAgo: start.days)
                    await Self.walkTriples(walk, image, isExpired: start.days > 400)
                    await Self.walkAfterCrash(walk)
                    if start.hasFaults { await Self.walkFaults(walk, image, isExpired: start.days > 400) }
                    return (walk.states, walk.schedules, walk.recovered.count, walk.findings)
                }
            }
            for await walk in tasks {
                states += walk.0
                schedules += walk.1
                disks += walk.2
                findings += walk.3
            }
        }
        print("\(states) states of \(schedules) schedules, \(disks) different disks")
        #expect(findings == [])
        #expect(states >= 1_000_000)
    }

    @Test("the walk finds that an fsync is missing, of files or of folders", arguments: [true, false])
    func missingSync(ofFiles: Bool) {
        let walk = ScheduleWalk()
        walk.prepare = { ($0.ignoresFileSync, $0.ignoresFolderSync) = (ofFiles, !ofFiles) }
        walk.walk([.add([2]), .add([3])], from: walk.image(after: [.add([1])]))
        #expect(walk.findings.contains { $0.contains("a crash in add") })
    }

    /// All orders of three requests, also of equal ones.
    private static func walkTriples(_ walk: ScheduleWalk, _ image: ModelDisk.Image, isExpired: Bool) async {
        for first in Work.all {
            for second in Work.all {
                await Task.yield()  // Other tests go on.
                for third in Work.all { walk.walk([first, second, third], from: image, isExpired: isExpired) }
            }
        }
    }

    /// A change, and a second crash in it, after each crash so far.
    private static func walkAfterCrash(_ walk: ScheduleWalk) async {
        for image in Array(walk.recovered.keys) {
            await Task.yield()
            for work in [Work.add([2]), .remove([1]), .forget] { walk.walk([work], from: image) }
        }
    }

    /// Two requests, a change that often has no effect, and another one; with a failure of each system call, and with a
    /// kill before each. Only the expiry is different for an expired list.
    private static func walkFaults(_ walk: ScheduleWalk, _ image: ModelDisk.Image, isExpired: Bool) async {
        for first in Work.all {
            for second in Work.all where !isExpired || first == .expire || second == .expire {
                await Task.yield()
                let works = [first, second, .add([1]), .add([4])]
                for call in 1...walk.walk(works, from: image, isExpired: isExpired) {
                    for fault in [ScheduleWalk.Fault.failure(call), .kill(call)] {
                        walk.walk(works, from: image, isExpired: isExpired, fault)
                    }
                }
            }
        }
    }
}
