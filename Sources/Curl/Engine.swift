import CCurl

/// The state of the one thread: the multi handle, the running transfers and the queued requests.
final class Engine {
    private let queue: CommandQueue
    private let multi: UnsafeMutableRawPointer
    /// Shares TLS sessions between transfers, which a multi handle of libcurl 7.88 does not.
    private let share: UnsafeMutableRawPointer?
    private let concurrency: Int
    private let caBundle: String?
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    private var pendingRequests: [PendingRequest] = []

    /// `curl_global_init` must run once in a process, before everything else.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    /// Returns nil if libcurl cannot be initialized.
    init?(serving queue: CommandQueue, concurrency: Int, caBundle: String?) {
        guard Self.isReady, let multi = curl_multi_init() else { return nil }
        self.queue = queue
        self.multi = multi
        self.concurrency = concurrency
        self.caBundle = caBundle
        share = curl_share_init()
        if let share { _ = heroes_curl_share_data(share, CURL_LOCK_DATA_SSL_SESSION) }
        _ = heroes_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, concurrency)
        queue.setWakeup(CommandQueue.Wakeup(multi: multi))
    }

    deinit {
        curl_multi_cleanup(multi)
        if let share { _ = curl_share_cleanup(share) }
    }

    /// Executes commands until the queue is closed; cancels everything unfinished then.
    func run() {
        while let commands = queue.dequeueAll() {
            commands.forEach(execute)
            startPending()
            perform()
            collect()
            expirePending()
            // One wakeup may have been for both the last command and the end.
            if queue.isClosed { continue }
            if pendingRequests.isEmpty || transfers.count >= concurrency { poll() }
        }
        for pending in pendingRequests { pending.continuation.resume(returning: .failure(.cancelled)) }
        endAll(.cancelled)
    }

    private func execute(_ command: CommandQueue.Command) {
        switch command {
        case .send(let pending): pendingRequests.append(pending)
        case .cancel(let id):
            if let transfer = transfers.values.first(where: { $0.id == id }) { end(transfer, .failure(.cancelled)) }
            if let index = pendingRequests.firstIndex(where: { $0.id == id }) {
                pendingRequests.remove(at: index).continuation.resume(returning: .failure(.cancelled))
            }
        }
    }

    private func startPending() {
        let requests = pendingRequests.prefix(concurrency - transfers.count)
        guard !requests.isEmpty else { return }
        pendingRequests.removeFirst(requests.count)
        for pending in requests { start(pending) }
    }

    private func start(_ pending: PendingRequest) {
        do throws(CurlError) {
            let transfer = try Transfer(pending, share: share, caBundle: caBundle)
            let code = curl_multi_add_handle(multi, transfer.handle)
            guard code == CURLM_OK else { throw Self.error(code) }
            transfers[transfer.handle] = transfer
        } catch {
            pending.continuation.resume(returning: .failure(error))
        }
    }

    private func perform() {
        var running: Int32 = 0
        let code = curl_multi_perform(multi, &running)
        if code != CURLM_OK { endAll(Self.error(code)) }
    }

    private func collect() {
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi, &remaining)?.pointee {
            guard message.msg == CURLMSG_DONE, let transfer = transfers[message.easy_handle] else { continue }
            end(transfer, transfer.result(message.data.result))
        }
    }

    private func expirePending() {
        guard !pendingRequests.isEmpty else { return }
        let now = ContinuousClock.now
        for pending in pendingRequests where pending.deadline <= now {
            pending.continuation.resume(returning: .failure(.expired))
        }
        pendingRequests.removeAll { $0.deadline <= now }
    }

    /// Waits for a socket, a timer of libcurl, a command or the first deadline in the queue.
    private func poll() {
        let first = pendingRequests.lazy.map(\.deadline).min()
        let seconds = first.map { ContinuousClock.now.duration(to: $0).seconds } ?? 60
        let code = curl_multi_poll(multi, nil, 0, Int32(seconds.milliseconds), nil)
        if code != CURLM_OK { endAll(Self.error(code)) }
    }

    private func end(_ transfer: Transfer, _ result: CurlResult) {
        transfers[transfer.handle] = nil
        _ = curl_multi_remove_handle(multi, transfer.handle)
        transfer.continuation.resume(returning: result)
    }

    private func endAll(_ error: CurlError) {
        for transfer in transfers.values { end(transfer, .failure(error)) }
    }

    private static func error(_ code: CURLMcode) -> CurlError {
        .notSent("libcurl multi interface: \(String(cString: curl_multi_strerror(code)))")
    }
}
