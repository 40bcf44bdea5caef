/// Counts each key's calls of the day.
actor DailyCalls {
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

    /// Counts one more call and returns the number of today's, this one included.
    func count(_ name: String, day: Int) async -> Int {
        if day != self.day { await turn(to: day) }
        let count = counts[name, default: 0] + 1
        counts[name] = count
        unsaved.insert(name)
        if archive.isPersistent, saving == nil { saving = Task { await save() } }
        return count
    }

    /// Returns once the calls counted before are saved.
    func saved() async { await saving?.value }

    private func turn(to day: Int) async {
        var kept: [String: Int] = [:]
        // If the counts cannot be read they start from zero: the limit protects, it does not authorize.
        do { if archive.isPersistent { kept = try await archive.calls(on: day) } } catch { report(error) }
        guard day != self.day else { return }
        self.day = day
        counts = kept
    }

    /// One write at a time; calls that come during it go with the next.
    private func save() async {
        while !unsaved.isEmpty {
            let names = unsaved
            unsaved = []
            let batch = counts.filter { names.contains($0.key) }
            // A count that cannot be saved is no reason to refuse the call; the next write includes it.
            do { try await archive.keepCalls(batch, on: day) } catch { report(error) }
        }
        saving = nil
    }
}
