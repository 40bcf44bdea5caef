import Basics

/// The credentials of an API call; `hash` is md5(ts + private key + public key).
struct Credentials: Sendable {
    let timestamp: String?
    let key: String?
    let hash: String?

    init(_ query: QueryString) {
        timestamp = query["ts"]
        key = query["apikey"]
        hash = query["hash"]
    }

    /// Returns the request's public key if it is one of these, whether or not the hash is valid.
    func knownKey(_ keys: [String: String]) -> String? { key.flatMap { keys[$0] == nil ? nil : $0 } }

    /// Throws the error for the first missing or wrong credential, in the live service's order.
    func check(_ keys: [String: String]) throws(GatewayError) {
        guard let key, !key.isEmpty else { throw .missingKey }
        guard let hash, !hash.isEmpty else { throw .missingHash }
        guard let timestamp, !timestamp.isEmpty else { throw .missingTimestamp }
        guard let secret = keys[key] else { throw .invalidKey }
        guard Self.equal(hash.lowercased(), Self.hash(timestamp: timestamp, secret: secret, key: key)) else {
            throw .invalidHash
        }
    }

    static func hash(timestamp: String, secret: String, key: String) -> String {
        Hex.text(MD5.hash(data: Array((timestamp + secret + key).utf8)))
    }

    /// Compares in constant time.
    private static func equal(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The number of calls that each key made today (UTC).
actor DailyCallCounter {
    private let archive: Archive
    private var day = 0
    private var counts: [String: Int] = [:]
    private var saving: Task<Void, Never>?
    private var unsaved: Set<String> = []

    private let report: @Sendable (any Error) -> Void

    init(_ archive: Archive, report: @escaping @Sendable (any Error) -> Void = { _ in }) {
        self.archive = archive
        self.report = report
    }

    /// Counts one call and returns the number of calls today, including this one.
    func count(_ key: String, day: Int) async -> Int {
        if day != self.day { await startDay(day) }
        let count = counts[key, default: 0] + 1
        counts[key] = count
        unsaved.insert(key)
        if archive.isPersistent, saving == nil { saving = Task { await save() } }
        return count
    }

    /// Waits until all counted calls are saved.
    func waitUntilSaved() async { await saving?.value }

    private func startDay(_ day: Int) async {
        var saved: [String: Int] = [:]
        // If the counts cannot be read they start from zero: the limit protects, it does not authorize.
        do { if archive.isPersistent { saved = try await archive.calls(on: day) } } catch { report(error) }
        guard day != self.day else { return }
        self.day = day
        counts = saved
    }

    /// Saves the counts, one write at a time; calls counted during a write are saved by the next.
    private func save() async {
        while !unsaved.isEmpty {
            let keys = unsaved
            unsaved = []
            let batch = counts.filter { keys.contains($0.key) }
            // Failing to save a count is no reason to refuse the call; the next write includes it.
            do { try await archive.saveCalls(batch, on: day) } catch { report(error) }
        }
        saving = nil
    }
}
