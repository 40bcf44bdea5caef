import CCurl

/// Everything that belongs to the one thread: the multi handle, the transfers under way and the orders that wait.
final class Engine {
    private let mailbox: Mailbox
    private let multi: UnsafeMutableRawPointer
    /// Keeps TLS sessions across transfers, which a multi handle of libcurl 7.88 does not.
    private let share: UnsafeMutableRawPointer?
    private let concurrency: Int
    private let authorities: String?
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    private var waiting: [Order] = []

    /// `curl_global_init` must run once in a process, before all else.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    /// Nil where libcurl cannot be set up.
    init?(serving mailbox: Mailbox, concurrency: Int, authorities: String?) {
        guard Self.isReady, let multi = curl_multi_init() else { return nil }
        self.mailbox = mailbox
        self.multi = multi
        self.concurrency = concurrency
        self.authorities = authorities
        share = curl_share_init()
        if let share { _ = heroes_curl_share_data(share, CURL_LOCK_DATA_SSL_SESSION) }
        _ = heroes_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, concurrency)
        mailbox.hang(Mailbox.Bell(multi: multi))
    }

    deinit {
        curl_multi_cleanup(multi)
        if let share { _ = curl_share_cleanup(share) }
    }

    /// Serves the mailbox until it is closed; whatever is unfinished then ends as cancelled.
    func run() {
        while let letters = mailbox.take() {
            letters.forEach(read)
            startWaiting()
            perform()
            collect()
            expireWaiting()
            if waiting.isEmpty || transfers.count >= concurrency { rest() }
        }
        for order in waiting { order.continuation.resume(returning: .failure(.cancelled)) }
        endAll(.cancelled)
    }

    private func read(_ letter: Mailbox.Letter) {
        switch letter {
        case .send(let order): waiting.append(order)
        case .cancel(let id):
            if let transfer = transfers.values.first(where: { $0.id == id }) { end(transfer, .failure(.cancelled)) }
            if let place = waiting.firstIndex(where: { $0.id == id }) {
                waiting.remove(at: place).continuation.resume(returning: .failure(.cancelled))
            }
        }
    }

    private func startWaiting() {
        let orders = waiting.prefix(concurrency - transfers.count)
        guard !orders.isEmpty else { return }
        waiting.removeFirst(orders.count)
        for order in orders { start(order) }
    }

    private func start(_ order: Order) {
        do throws(CurlError) {
            let transfer = try Transfer(order, share: share, authorities: authorities)
            let code = curl_multi_add_handle(multi, transfer.handle)
            guard code == CURLM_OK else { throw Self.error(code) }
            transfers[transfer.handle] = transfer
        } catch {
            order.continuation.resume(returning: .failure(error))
        }
    }

    private func perform() {
        var running: Int32 = 0
        let code = curl_multi_perform(multi, &running)
        if code != CURLM_OK { endAll(Self.error(code)) }
    }

    private func collect() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE, let transfer = transfers[message.easy_handle] else { continue }
            end(transfer, transfer.answer(message.data.result))
        }
    }

    private func expireWaiting() {
        guard !waiting.isEmpty else { return }
        let now = ContinuousClock.now
        for order in waiting where order.deadline <= now {
            order.continuation.resume(returning: .failure(.expired))
        }
        waiting.removeAll { $0.deadline <= now }
    }

    /// Sleeps until a socket, a timer of libcurl's, a letter or the first deadline among the waiting wants attention.
    private func rest() {
        let first = waiting.lazy.map(\.deadline).min()
        let seconds = first.map { ContinuousClock.now.duration(to: $0).seconds } ?? 60
        let code = curl_multi_poll(multi, nil, 0, Int32(seconds.milliseconds), nil)
        if code != CURLM_OK { endAll(Self.error(code)) }
    }

    private func end(_ transfer: Transfer, _ answer: CurlAnswer) {
        transfers[transfer.handle] = nil
        _ = curl_multi_remove_handle(multi, transfer.handle)
        transfer.continuation.resume(returning: answer)
    }

    private func endAll(_ error: CurlError) {
        for transfer in transfers.values { end(transfer, .failure(error)) }
    }

    private static func error(_ code: CURLMcode) -> CurlError {
        .unsendable("libcurl's multi interface: \(String(cString: curl_multi_strerror(code)))")
    }
}
