import CCurl
import Synchronization

typealias CurlAnswer = Result<CurlResponse, CurlError>

/// A request on its way to the thread, with the task that waits for its answer.
struct Order: Sendable {
    let id: UInt64
    let request: CurlRequest
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<CurlAnswer, Never>
}

/// Where tasks leave work for the thread that owns the multi handle.
final class Mailbox: Sendable {
    enum Letter: Sendable {
        case send(Order)
        case cancel(UInt64)
    }

    /// The multi handle for its one call that other threads may make, `curl_multi_wakeup`.
    struct Bell: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer
    }

    private struct State {
        var letters: [Letter] = []
        /// What further orders are answered with; nil while the box is open.
        var refusal: CurlError?
        var bell: Bell?
    }

    private let state = Mutex(State())
    private let lastID = Atomic<UInt64>(0)

    func newID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    /// Hands the letter to the thread, or answers it at once where no thread will.
    func post(_ letter: Letter) {
        let refusal: CurlError? = state.withLock { state in
            guard state.refusal == nil else { return state.refusal }
            state.letters.append(letter)
            Self.ring(state)
            return nil
        }
        if let refusal { Self.answer(letter, refusal) }
    }

    /// Takes no more letters; the thread answers those that are in.
    func close() {
        state.withLock { state in
            state.refusal = state.refusal ?? .cancelled
            Self.ring(state)
        }
    }

    /// Takes no more letters and answers those that are in, for want of a thread that would.
    func refuse(_ error: CurlError) {
        let letters = state.withLock { state in
            defer { state.letters = [] }
            state.refusal = error
            return state.letters
        }
        for letter in letters { Self.answer(letter, error) }
    }

    /// Has the bell rung for every letter from now on.
    func hang(_ bell: Bell) { state.withLock { $0.bell = bell } }

    /// The letters since the last call; nil once the box is closed and empty, after which the bell is never touched.
    func take() -> [Letter]? {
        state.withLock { state in
            guard state.refusal == nil || !state.letters.isEmpty else {
                state.bell = nil
                return nil
            }
            defer { state.letters = [] }
            return state.letters
        }
    }

    private static func answer(_ letter: Letter, _ error: CurlError) {
        if case .send(let order) = letter { order.continuation.resume(returning: .failure(error)) }
    }

    /// Rung under the lock, so that the handle cannot be freed meanwhile.
    private static func ring(_ state: State) {
        if let bell = state.bell { _ = curl_multi_wakeup(bell.multi) }
    }
}
