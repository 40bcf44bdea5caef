import HTML
import HTTP
import Heroes

extension Stage {
    /// The answer if it comes while a whole page can still wait for it, or is remembered; without a body there is
    /// nothing to send early, and who wants JSON has no use for a page's beginning, but for a failure's status.
    func soon<Value>(
        _ answer: Answer<Value>, _ visit: Visit, by deadline: ContinuousClock.Instant
    ) async -> Result<Value, HeroError>? {
        guard !visit.isHead, !visit.isPrefetch, !visit.prefersJSON else { return await answer.result }
        return await answer.result(within: max(.zero, deadline - .now))
    }

    /// Until when a page that is asked for now may wait to be sent whole.
    var deadline: ContinuousClock.Instant { .now + configuration.patience(at: source.pace) }

    func value<Value>(_ result: Result<Value, HeroError>, retry: Route) throws(Failure) -> Value {
        do throws(HeroError) {
            return try result.get()
        } catch {
            throw Failure(error, retry: retry)
        }
    }

    /// A page whose one pending part is sent when it is there, or a box that says why it is not.
    func stream(
        _ shell: some PageView, _ visit: Visit,
        part: @escaping @Sendable () async throws(Failure) -> some TemplateView
    ) -> Response {
        renderer.stream(shell, visit) { writer in
            let bytes: [UInt8]
            do throws(Failure) {
                bytes = renderer.part(try await part())
            } catch {
                if let cause = error.cause { log(cause) }
                bytes = renderer.part(LateFailureView(error))
            }
            try await writer.write(bytes)
        }
    }
}

extension SiteConfiguration {
    /// What an answer takes that is remembered, on a busy machine.
    private static var remembering: Duration { .milliseconds(10) }

    /// How long a page waits for a source of this pace: a third of its patience, so that nobody sits before nothing when
    /// a quick source falls silent; all of it for one known to need it, and hardly at all where that is in vain.
    func patience(at pace: Duration?) -> Duration {
        switch pace {
        case let pace? where pace > patience: min(patience, Self.remembering)
        case let pace? where pace > patience / 3: patience
        default: patience / 3
        }
    }
}
