import HTML
import HTTP
import Heroes

extension Stage {
    /// The answer if it comes while a whole page can still wait for it; without a body there is nothing to send early.
    func soon<Value>(_ answer: Answer<Value>, _ visit: Visit) async -> Result<Value, HeroError>? {
        visit.isHead || visit.isPrefetch ? await answer.result : await answer.result(within: patience)
    }

    /// How long a page may wait to be sent whole: hardly at all while the source is known to take longer than that.
    var patience: Duration {
        guard let pace = source.pace, pace > configuration.patience else { return configuration.patience }
        return min(configuration.patience, Self.remembering)
    }

    /// What an answer takes that is remembered, on a busy machine.
    private static var remembering: Duration { .milliseconds(10) }

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
