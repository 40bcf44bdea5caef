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
    }

    /// What a look found; the complaint is nil where all is well.
    struct Finding: Equatable, Sendable {
        let name: String
        let complaint: String?
    }

    private struct Round {
        let findings: Task<[Finding], Never>
        let start: ContinuousClock.Instant
    }

    private struct NoAnswer: Error, CustomStringConvertible {
        let description = "no answer in time"
    }

    private let checks: [Check]
    private let logger: Logger
    private let round = Mutex<Round?>(nil)
    private let known = Mutex<[Finding]>([])

    private static let validity = Duration.seconds(1)
    /// How long a part may take, so that whoever asks hears something before they give up.
    private static let patience = Duration.seconds(2)

    init(_ checks: [Check], logger: Logger) {
        (self.checks, self.logger) = (checks, logger)
    }

    /// What was found within the last second.
    var findings: [Finding] {
        get async {
            let task = round.withLock { round in
                let now = ContinuousClock.now
                if let round, now - round.start < Self.validity { return round.findings }
                let task = Task { await self.look() }
                round = Round(findings: task, start: now)
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
            try await Self.within(Self.patience, check.look)
            return Finding(name: check.name, complaint: nil)
        } catch {
            if known.withLock({ $0.first { $0.name == check.name }?.complaint }) == nil {
                logger.warning("not ready: \(check.complaint)", metadata: ["cause": "\(error)"])
            }
            return Finding(name: check.name, complaint: check.complaint)
        }
    }

    /// Waits for the work, but no longer than that; what takes longer goes on by itself.
    private static func within(_ patience: Duration, _ work: @escaping @Sendable () async throws -> Void) async throws {
        let race = Race()
        try await withCheckedThrowingContinuation { continuation in
            race.start(continuation)
            let timer = Task {
                // A cancelled sleep means that the work is done.
                try? await Task.sleep(for: patience)
                race.finish(.failure(NoAnswer()))
            }
            Task {
                do {
                    try await work()
                    race.finish(.success(()))
                } catch {
                    race.finish(.failure(error))
                }
                timer.cancel()
            }
        }
    }
}

/// Resumes a continuation with whatever comes first.
private final class Race: Sendable {
    private let waiting = Mutex<CheckedContinuation<Void, any Error>?>(nil)

    func start(_ continuation: CheckedContinuation<Void, any Error>) { waiting.withLock { $0 = continuation } }

    func finish(_ result: Result<Void, any Error>) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(with: result)
    }
}
