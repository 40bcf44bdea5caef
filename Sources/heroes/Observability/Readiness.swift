import Logging

/// The readiness of the program, by checks that run at most once a second.
actor Readiness {
    /// The check of one part of the program.
    struct Check: Sendable {
        let name: String
        /// The text on /readyz if the check fails; the cause is logged.
        let failureMessage: String
        let run: @Sendable () async throws -> Void
        /// Returns the reason why the part is ready but degraded; nil if it is not degraded.
        var degradation: @Sendable () -> String? = { nil }
        /// False if the program is ready, but degraded, without this part.
        var isRequired = true

        /// The failure message with the reason of the degradation, if there is one.
        fileprivate var message: String { [failureMessage, degradation()].compactMap(\.self).joined(separator: ": ") }
    }

    /// The result of a check.
    struct CheckResult: Equatable, Sendable {
        let name: String
        /// The failure message; nil if the part is ready.
        let failure: String?
        var degradation: String?
    }

    private let checks: [Check]
    private let logger: Logger
    /// The run shared by all requests until one second after its end.
    private var current: Task<[CheckResult], Never>?
    private var last: [String: CheckResult] = [:]
    /// The names of unfinished checks, which are not started again.
    private var pending: Set<String> = []
    private var isStopping = false

    private static let validity = Duration.seconds(1)
    /// The time limit of a check, shorter than usual timeouts of probes.
    private static let timeout = Duration.seconds(2)

    init(_ checks: [Check], logger: Logger) { (self.checks, self.logger) = (checks, logger) }

    /// Reports from now on that the program is about to stop, without running checks.
    func stop() { isStopping = true }

    /// The results of all checks, at most one second old.
    var results: [CheckResult] {
        get async {
            if isStopping { return [CheckResult(name: "program", failure: "the program is about to stop")] }
            let run = current ?? Task { await self.runChecks() }
            current = run
            return await run.value
        }
    }

    private func runChecks() async -> [CheckResult] {
        let (outcomes, continuation) = AsyncStream<(String, String?)>.makeStream()
        let started = checks.filter { pending.insert($0.name).inserted }
        for check in started { Task { continuation.yield((check.name, await self.failure(of: check))) } }
        let timer = Task {
            // Cancelled when all checks are finished.
            try? await Task.sleep(for: Self.timeout)
            continuation.finish()
        }
        var failures: [String: String?] = [:]
        var iterator = outcomes.makeAsyncIterator()
        while failures.count < started.count, let (name, failure) = await iterator.next() {
            failures.updateValue(failure, forKey: name)
        }
        timer.cancel()
        Task {
            // Never cancelled.
            try? await Task.sleep(for: Self.validity)
            current = nil
        }
        return checks.map { result(of: $0, failures[$0.name] ?? "timed out") }
    }

    /// Runs a check without a time limit; returns its error, or nil if it succeeds.
    private func failure(of check: Check) async -> String? {
        defer { pending.remove(check.name) }
        do {
            try await check.run()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Returns the result, and logs a change since the last run.
    private func result(of check: Check, _ failure: String?) -> CheckResult {
        let result = CheckResult(
            name: check.name, failure: check.isRequired ? failure.map { _ in check.message } : nil,
            degradation: failure == nil ? check.degradation() : check.isRequired ? nil : check.message)
        let before = last.updateValue(result, forKey: check.name)
        let metadata: Logger.Metadata = failure.map { ["cause": "\($0)"] } ?? [:]
        if result.failure != nil {
            if before?.failure == nil { logger.warning("not ready: \(check.message)", metadata: metadata) }
        } else if let degradation = result.degradation {
            if degradation != before?.degradation { logger.warning("degraded: \(degradation)", metadata: metadata) }
        } else if let before, before.failure ?? before.degradation != nil {
            logger.notice("\(check.name): ready again")
        }
        return result
    }
}
