import Logging

/// A check of whether the program can do its work now, which asks each part at most once a second.
actor Readiness {
    /// One part of the program, and a look at whether it works.
    struct Check: Sendable {
        let name: String
        /// The text for the page if it does not work; the cause goes to the log.
        let complaint: String
        let look: @Sendable () async throws -> Void
        /// Returns what works less well than it should, though the part is ready; nil if nothing does.
        var degradation: @Sendable () -> String? = { nil }
    }

    /// The result of a check; the complaint is nil if all is well.
    struct Finding: Equatable, Sendable {
        let name: String
        let complaint: String?
        var degradation: String?
    }

    private let checks: [Check]
    private let logger: Logger
    /// The look that is shared by all requests until a second after its end.
    private var current: Task<[Finding], Never>?
    private var last: [String: Finding] = [:]
    /// The parts that have not answered yet, which are not asked again.
    private var pending: Set<String> = []
    private var isStopping = false

    private static let validity = Duration.seconds(1)
    /// Time after which a part counts as failed, shorter than a probe's own timeout.
    private static let timeout = Duration.seconds(2)

    init(_ checks: [Check], logger: Logger) { (self.checks, self.logger) = (checks, logger) }

    /// Finds from now on that the program is about to stop, and looks at nothing else.
    func stop() { isStopping = true }

    /// The findings of the last second.
    var findings: [Finding] {
        get async {
            if isStopping { return [Finding(name: "program", complaint: "the program is about to stop")] }
            let look = current ?? Task { await self.look() }
            current = look
            return await look.value
        }
    }

    private func look() async -> [Finding] {
        let (answers, answer) = AsyncStream<(String, String?)>.makeStream()
        let asked = checks.filter { pending.insert($0.name).inserted }
        for check in asked { Task { answer.yield((check.name, await self.failure(of: check))) } }
        let timer = Task {
            // A cancelled sleep means that the answers are there.
            try? await Task.sleep(for: Self.timeout)
            answer.finish()
        }
        var failures: [String: String?] = [:]
        var iterator = answers.makeAsyncIterator()
        while failures.count < asked.count, let (name, failure) = await iterator.next() {
            failures.updateValue(failure, forKey: name)
        }
        timer.cancel()
        Task {
            // Nothing cancels it.
            try? await Task.sleep(for: Self.validity)
            current = nil
        }
        return checks.map { finding(of: $0, failures[$0.name] ?? "no answer in time") }
    }

    /// Returns the error of the look, however long it takes; nil if all is well.
    private func failure(of check: Check) async -> String? {
        defer { pending.remove(check.name) }
        do {
            try await check.look()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Returns the finding, and logs its difference from the last one.
    private func finding(of check: Check, _ failure: String?) -> Finding {
        let finding = Finding(
            name: check.name, complaint: failure.map { _ in check.complaint },
            degradation: failure == nil ? check.degradation() : nil)
        let before = last.updateValue(finding, forKey: check.name)
        if let failure, before?.complaint == nil {
            logger.warning("not ready: \(check.complaint)", metadata: ["cause": "\(failure)"])
        } else if failure == nil, before?.complaint != nil {
            logger.notice("\(check.name): ready again")
        }
        if let degradation = finding.degradation, degradation != before?.degradation {
            logger.warning("degraded: \(degradation)")
        }
        return finding
    }
}
