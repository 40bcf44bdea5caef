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

    private struct NoAnswer: Error, CustomStringConvertible {
        let description = "no answer in time"
    }

    private struct State {
        /// The last look, shared by all that ask within a second.
        var look: Task<[Finding], Never>?
        /// Nil until the look has ended.
        var end: ContinuousClock.Instant?
        var last: [String: Finding] = [:]
        /// The parts that have not answered yet, which are not asked again.
        var pending: Set<String> = []
        var isStopping = false
    }

    private let checks: [Check]
    private let logger: Logger
    private let state = Mutex(State())

    private static let validity = Duration.seconds(1)
    /// Time after which a part counts as failed, shorter than a probe's own timeout.
    private static let timeout = Duration.seconds(2)

    init(_ checks: [Check], logger: Logger) { (self.checks, self.logger) = (checks, logger) }

    /// Finds from now on that the program is about to stop, and looks at nothing else.
    func stop() { state.withLock { $0.isStopping = true } }

    /// The findings of the last second.
    var findings: [Finding] {
        get async {
            let look = state.withLock { state -> Task<[Finding], Never>? in
                if state.isStopping { return nil }
                if let look = state.look, state.end.map({ .now - $0 < Self.validity }) ?? true { return look }
                let look = Task { await self.look() }
                (state.look, state.end) = (look, nil)
                return look
            }
            return await look?.value ?? [Finding(name: "program", complaint: "the program is about to stop")]
        }
    }

    private func look() async -> [Finding] {
        var findings: [Finding] = []
        // All parts are asked at once.
        let looks = checks.map { check in Task { await self.finding(check) } }
        for look in looks { findings.append(await look.value) }
        state.withLock { $0.end = .now }
        return findings
    }

    private func finding(_ check: Check) async -> Finding {
        var finding = Finding(name: check.name, complaint: nil)
        var cause: (any Error)?
        do {
            try await look(check)
            finding.degradation = check.degradation()
        } catch {
            finding = Finding(name: check.name, complaint: check.complaint)
            cause = error
        }
        log(finding, before: state.withLock { $0.last.updateValue(finding, forKey: check.name) }, cause)
        return finding
    }

    /// Logs what has changed since the last look.
    private func log(_ finding: Finding, before: Finding?, _ cause: (any Error)?) {
        switch (before?.complaint, finding.complaint) {
        case (nil, let complaint?):
            logger.warning("not ready: \(complaint)", metadata: ["cause": "\(cause.map { "\($0)" } ?? "")"])
        case (_?, nil): logger.notice("\(finding.name): ready again")
        default: break
        }
        if let degradation = finding.degradation, degradation != before?.degradation {
            logger.warning("degraded: \(degradation)")
        }
    }

    /// Waits for the part until the timeout; a look that takes longer goes on by itself.
    private func look(_ check: Check) async throws {
        guard state.withLock({ $0.pending.insert(check.name).inserted }) else { throw NoAnswer() }
        let (answers, answer) = AsyncStream<Result<Void, any Error>>.makeStream()
        let timer = Task {
            // A cancelled sleep means that the answer is there, and comes first.
            try? await Task.sleep(for: Self.timeout)
            answer.yield(.failure(NoAnswer()))
        }
        Task {
            do {
                try await check.look()
                answer.yield(.success(()))
            } catch {
                answer.yield(.failure(error))
            }
            state.withLock { _ = $0.pending.remove(check.name) }
            timer.cancel()
        }
        for await first in answers { return try first.get() }
        throw NoAnswer()
    }
}
