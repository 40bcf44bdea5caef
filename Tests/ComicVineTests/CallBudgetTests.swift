import Basics
import Caching
import FoundationEssentials
import Heroes
import Support
import Testing

@testable import ComicVine

@Suite struct CallBudgetTests {
    private let time = ManualClock()

    /// A clock that sleeping advances.
    private var clock: SourceClock {
        SourceClock(now: { [time] in time.now }, sleep: { [time] in time.advance(by: $0) })
    }

    private func budget(_ limit: Int = 180, _ store: (any ResponseStore)? = nil) -> CallBudget {
        CallBudget(limit, store: store, clock: clock) { _ in }
    }

    /// Makes a call; returns its time, or its error.
    private func call(
        _ budget: CallBudget, _ path: String = "issues", _ caller: ComicVineClient.Caller = .visitor(network: nil),
        of objects: Set<String> = [], failing failure: ComicVineFailure? = nil
    ) async -> Result<Date, HeroError> {
        do throws(HeroError) {
            let permit = try await budget.acquire(path, objects, for: caller)
            let error = budget.finish(permit, failure)
            return error.map { .failure($0) } ?? .success(permit.date)
        } catch {
            return .failure(error)
        }
    }

    private func date(_ result: Result<Date, HeroError>) -> Date? {
        if case .success(let date) = result { date } else { nil }
    }

    /// Returns the largest number of dates within any period.
    private func maximum(_ dates: [Date], within seconds: Double) -> Int {
        dates.indices.map { start in dates[start...].count { $0 < dates[start] + seconds } }.max() ?? 0
    }

    @Test("calls of other machines and the pauses that the source asks them for count, too")
    func sharedCalls() async {
        let counter = ScriptedCounter([
            .counted(179), .exhausted(retryAfter: 700), .paused(retryAfter: 120), .counted(180),
        ])
        let budget = CallBudget(
            180, shared: counter, clock: clock
        ) { _ in }
        #expect(date(await call(budget)) == time.now)
        #expect(budget.metrics.remaining["issues"] == 1)
        #expect(await call(budget) == .failure(.overBudget(retryAfter: 700)))
        #expect(await call(budget) == .failure(.overBudget(retryAfter: 120)))
        #expect(budget.metrics.pauses["issues"] == 120)
        // The pause is known now, so the counter is not asked again.
        #expect(date(await call(budget)) == nil)
        time.advance(by: 120)
        #expect(date(await call(budget)) == time.now)
        #expect(budget.metrics.remaining["issues"] == 0)
    }

    @Test func twoHoursOfCallsStayWithinTheLimits() async {
        let budget = budget()
        let end = time.now + 7200
        var dates: [String: [Date]] = [:]
        while time.now < end {
            for path in ["issues", "volumes"] {
                for caller in [ComicVineClient.Caller.background, .visitor(network: nil), .visitor(network: nil)]
                // Background calls wait, so that they are only made if there is room.
                where !caller.isWaiting || (budget.metrics.remaining[path] ?? 180) > 60 {
                    if let date = date(await call(budget, path, caller)) { dates[path, default: []].append(date) }
                }
            }
            time.advance(by: 3)
        }
        #expect(dates.values.allSatisfy { $0.count >= 360 && maximum($0, within: 3600) == 180 })
        #expect(maximum(dates.values.flatMap(\.self).sorted(), within: 1) <= 5)
    }

    @Test func backgroundCallsLeaveAThirdForVisitors() async throws {
        let (budget, start) = (budget(), time.now)
        var dates: [Date] = []
        for _ in 0..<121 { dates += [date(await call(budget, "issues", .background))].compactMap(\.self) }
        try #require(dates.count == 121)
        #expect(dates[119] < start + 130)
        #expect(dates[120] >= start + 3600)
        // The calls of the first two minutes have left the hour; the visitors' third is free again and again.
        var visits = 0
        for _ in 0..<180 where date(await call(budget)) != nil { visits += 1 }
        #expect(visits == 179)
        #expect(maximum(dates, within: 3600) == 120)
    }

    @Test func aVisitorBeyondTheHoursCallsLearnsWhenToComeBack() async {
        let budget = budget(6)
        let start = time.now
        for _ in 0..<6 { #expect(date(await call(budget)) != nil) }
        let elapsed = Int(time.now.timeIntervalSince(start).rounded(.down))
        #expect(await call(budget) == .failure(.overBudget(retryAfter: 3600 - elapsed)))
        #expect(date(await call(budget, "volumes")) != nil)
        time.advance(by: 3600)
        #expect(date(await call(budget)) != nil)
    }

    @Test func aNetworkUsesAtMostThreeQuartersOfAPath() async {
        let budget = budget()
        var made = 0
        for _ in 0..<180 where date(await call(budget, "issues", .visitor(network: [1]))) != nil { made += 1 }
        #expect((90...135).contains(made))
        guard case .failure(.quotaExceeded) = await call(budget, "issues", .visitor(network: [1])) else {
            Issue.record("no quota")
            return
        }
        #expect(date(await call(budget, "issues", .visitor(network: [2]))) != nil)
        #expect(date(await call(budget, "volumes", .visitor(network: [1]))) != nil)
    }

    @Test func aRefusedPathPausesForTenMinutesOrAsLongAsTheSourceAsks() async {
        let budget = budget()
        for (retryAfter, pause) in [(nil, 600), (77, 77), (nil, 600)] {
            let error = Result<Date, HeroError>.failure(.overBudget(retryAfter: pause))
            #expect(await call(budget, failing: .pausePath(retryAfter: retryAfter)) == error)
            #expect(await call(budget) == error)
            #expect(date(await call(budget, "volumes")) != nil)
            time.advance(by: Double(pause))
        }
        #expect(date(await call(budget)) != nil)
    }

    @Test func callsAndPausesOutliveARestart() async throws {
        let folder = try TemporaryFolder()
        let database = ResponseFile(path: folder.path + "/heroes.sqlite")
        let first = budget(6, database)
        for _ in 0..<4 { _ = await call(first, "volumes") }
        _ = await call(first, failing: .pausePath(retryAfter: nil))
        await database.flush()
        let second = budget(6, database)
        await second.warmUp()
        #expect(second.metrics.remaining["volumes"] == 2)
        #expect(await call(second) == .failure(.overBudget(retryAfter: 600)))
    }

    @Test(
        arguments: [(.refusedKey, nil), (.cloudflare, nil), (.abnormalTraffic, nil), (.outage, 77)]
            as [(ComicVineTrouble, Int?)])
    func troublePausesAllPathsUntilACallSucceeds(trouble: ComicVineTrouble, retryAfter: Int?) async {
        let (budget, pause) = (budget(), retryAfter ?? trouble.pause)
        _ = await call(budget, failing: .pauseAll(trouble, retryAfter: retryAfter))
        #expect(await call(budget, "volumes") == .failure(trouble.error(retryAfter: pause)))
        #expect(budget.advice != nil)
        time.advance(by: Double(pause))
        #expect(date(await call(budget, "volumes")) != nil)
        #expect(budget.advice == nil)
    }

    @Test("calls that fail one after the other pause all paths until one succeeds")
    func outage() async {
        let budget = budget()
        let failure = ComicVineFailure.call(.broken("no connection"))
        let down = HeroError.unavailable("Comic Vine does not answer", retryAfter: 30)
        // The updates in the background have pauses of their own, and a missing object is an answer.
        for _ in 0..<5 { _ = await call(budget, "publisher", .background, failing: failure) }
        for path in ["issues", "volumes"] { #expect(await call(budget, path, failing: failure) != .failure(down)) }
        _ = await call(budget, failing: .call(.notFound))
        for path in ["issues", "volumes", "character"] { _ = await call(budget, path, failing: failure) }
        for _ in 0..<3 {
            #expect(await call(budget, "characters") == .failure(down))
            #expect(budget.advice?.contains("does not answer: pages show what is known") == true)
            time.advance(by: 30)
            #expect(await call(budget, failing: failure) == .failure(failure.error))
        }
        time.advance(by: 30)
        #expect(date(await call(budget)) != nil)
        #expect(budget.advice == nil)
    }

    private static let failures: [ComicVineFailure] = [
        .call(.timedOut("10 s")), .transient(.invalidResponse(status: 500, "")), .call(.broken("cut")),
        .pauseAll(.outage, retryAfter: 9000), .pauseAll(.refusedKey), .pauseAll(.cloudflare),
        .pauseAll(.abnormalTraffic),
    ]

    @Test("an object that fails however often is no outage, alone or in lists", arguments: failures)
    func badObject(failure: ComicVineFailure) async {
        let budget = budget()
        _ = await call(budget)
        for other in 1...9 {
            let error = await call(budget, "issue", of: ["issue 7"], failing: failure)
            #expect(error == .failure(failure.objectError))
            #expect(failure.objectError.requestedPause == nil)
            _ = await call(budget, of: ["issue \(10 + other)", "issue 7"], failing: failure)
        }
        #expect(budget.advice == nil)
        #expect(date(await call(budget, "issue")) != nil)
    }

    @Test("three objects that fail in a row are an outage, and a success ends the count", arguments: failures)
    func badObjects(failure: ComicVineFailure) async {
        let budget = budget()
        _ = await call(budget)
        for objects in [["issue 1"], ["issue 2"], [], ["issue 1"], ["issue 2"], ["issue 2", "issue 4"]] {
            _ = await call(budget, of: Set(objects), failing: objects.isEmpty ? nil : failure)
            #expect(budget.advice == nil)
        }
        _ = await call(budget, of: ["issue 3"], failing: failure)
        #expect(budget.advice != nil)
        #expect(date(await call(budget)) == nil)
    }

    @Test func theSourceCanBeOutOfReachForOneObject() async {
        let budget = budget()
        _ = await call(budget)
        for _ in 0..<3 {
            _ = await call(budget, of: ["issue 1"], failing: .unreachable(.unavailable("refused", retryAfter: 30)))
        }
        #expect(await call(budget) == .failure(.unavailable("Comic Vine does not answer", retryAfter: 30)))
    }

    @Test func onlyOneCallIsInFlightUntilOneHasSucceeded() async throws {
        let budget = budget()
        let first = try await budget.acquire("issues", for: .visitor(network: nil))
        #expect(await call(budget, "volumes") == .failure(.overBudget(retryAfter: 1)))
        budget.finish(first, nil)
        for path in ["issues", "volumes", "character"] {
            _ = try await budget.acquire(path, for: .visitor(network: nil))
        }
        #expect(await call(budget, "story_arcs") == .failure(.overBudget(retryAfter: 1)))
    }

    @Test func aCancelledCallStopsWaiting() async {
        let clock = SourceClock(now: { [time] in time.now }, sleep: { _ in throw CancellationError() })
        let budget = CallBudget(180, clock: clock) { _ in }
        for _ in 0..<2 { _ = await call(budget, "issues", .background) }
        #expect(await call(budget, "issues", .background) == .failure(.cancelled))
    }
}

extension ComicVineClient.Caller {
    fileprivate var isWaiting: Bool { if case .background = self { true } else { false } }
}

/// A counter with scripted results.
private struct ScriptedCounter: CallCounter {
    private let results: Locked<ArraySlice<CallCount>>

    init(_ results: [CallCount]) { self.results = Locked(results[...]) }

    func count(_ resource: String, upTo limit: Int) async -> CallCount {
        results.withLock { $0.popFirst() } ?? .counted(0)
    }

    func pause(_ resource: String, seconds: Int) async {}
}
