import Foundation
import Logging
import Synchronization

/// Finds out whether the program can do its work now, asking each part at most once a second.
final class Readiness: Sendable {
    /// One part of the program, and a look at whether it works.
    struct Check: Sendable {
        let name: String
        /// What is said where it does not, in words for anybody; the cause goes to the log.
        let complaint: String
        /// - Throws: The cause.
        let look: @Sendable () async throws -> Void
        /// Returns what works less well than it should, though the part is ready; nil if nothing does.
        var degradation: @Sendable () -> String? = { nil }
    }

    /// What a look found; the complaint is nil where all is well.
    struct Finding: Equatable, Sendable {
        let name: String
        let complaint: String?
        var degradation: String?
    }

    private struct Round {
        let findings: Task<[Finding], Never>
        /// Nil until all parts were asked.
        var end: ContinuousClock.Instant?
    }

    private struct NoAnswer: Error, CustomStringConvertible {
        let description = "no answer in time"
    }

    private let checks: [Check]
    private let logger: Logger
    private let round = Mutex<Round?>(nil)
    private let known = Mutex<[Finding]>([])
    /// The parts that have not answered yet; a part that hangs is not asked again and again.
    private let underWay = Mutex<Set<String>>([])

    private let isStopping = Atomic(false)

    private static let validity = Duration.seconds(1)
    /// How long a part may take, so that whoever asks hears something before they give up.
    private static let patience = Duration.seconds(2)

    init(_ checks: [Check], logger: Logger) {
        (self.checks, self.logger) = (checks, logger)
    }

    /// Finds from now on that the program is about to stop, and looks at nothing else.
    func stop() { isStopping.store(true, ordering: .relaxed) }

    /// What was found within the last second.
    var findings: [Finding] {
        get async {
            if isStopping.load(ordering: .relaxed) {
                return [Finding(name: "program", complaint: "the program is about to stop")]
            }
            let task = round.withLock { round in
                if let round, round.end.map({ .now - $0 < Self.validity }) ?? true { return round.findings }
                let task = Task {
                    let findings = await self.look()
                    self.round.withLock { $0?.end = .now }
                    return findings
                }
                round = Round(findings: task)
                return task
            }
            return await task.value
        }
    }

    private func look() async -> [Finding] {
        let findings = await withTaskGroup { group in
            for (place, check) in checks.enumerated() { group.addTask { (place, await self.finding(check)) } }
            var found: [(Int, Finding)] = []
            for await finding in group { found.append(finding) }
            return found.sorted { $0.0 < $1.0 }.map(\.1)
        }
        let changed = known.withLock { known in
            defer { known = findings }
            return findings.filter { finding in
                let before = known.first { $0.name == finding.name }?.complaint
                return before != finding.complaint
            }
        }
        for finding in changed where finding.complaint == nil { logger.notice("\(finding.name): ready again") }
        return findings
    }

    private func finding(_ check: Check) async -> Finding {
        do {
            try await look(check)
            let degradation = check.degradation()
            if let degradation, known.withLock({ $0.first { $0.name == check.name }?.degradation }) != degradation {
                logger.warning("degraded: \(degradation)")
            }
            return Finding(name: check.name, complaint: nil, degradation: degradation)
        } catch {
            if known.withLock({ $0.first { $0.name == check.name }?.complaint }) == nil {
                logger.warning("not ready: \(check.complaint)", metadata: ["cause": "\(error)"])
            }
            return Finding(name: check.name, complaint: check.complaint)
        }
    }

    /// Waits for the part, but no longer than its patience; what takes longer goes on by itself.
    private func look(_ check: Check) async throws {
        guard underWay.withLock({ $0.insert(check.name).inserted }) else { throw NoAnswer() }
        let (answers, answer) = AsyncStream<Result<Void, any Error>>.makeStream()
        let timer = Task {
            // A cancelled sleep means that the answer is there, and comes first.
            try? await Task.sleep(for: Self.patience)
            answer.yield(.failure(NoAnswer()))
        }
        Task {
            do {
                try await check.look()
                answer.yield(.success(()))
            } catch {
                answer.yield(.failure(error))
            }
            underWay.withLock { _ = $0.remove(check.name) }
            timer.cancel()
        }
        for await first in answers { return try first.get() }
        throw NoAnswer()
    }
}
