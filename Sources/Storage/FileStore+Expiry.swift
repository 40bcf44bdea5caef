import Basics
import Glibc
import Heroes

extension FileStore {
    static let day = 24 * 60 * 60
    /// The time for which favourites are kept without a visit, in seconds: as long as browsers keep the cookie.
    static let lifetime = 400 * day
    /// The beginning of 2025. A file that is older was written while the clock was not set, as on machines without a battery.
    private static let beginning = 1_735_689_600

    /// Removes expired favourites once a day, first after 24 hours, and only after 24 hours in which the clock was not set:
    /// one that is far ahead by mistake must not cost all visitors their favourites.
    static func expireDaily(
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        _ store: @escaping @Sendable () -> FileStore?
    ) -> Task<Void, any Error> {
        Task {
            while let before = store()?.now() {
                try await pause(.seconds(day))
                guard let passed = store().map({ $0.now() - before }), abs(passed - day) < day / 2 else { continue }
                try await removeExpired(pause: pause, store)
            }
        }
    }

    /// Goes through all folders, one a second, so that the disk stays free for visitors.
    private static func removeExpired(
        pause: @Sendable (Duration) async throws -> Void, _ store: @Sendable () -> FileStore?
    ) async throws {
        for outer in 0..<256 {
            for folder in store()?.innerFolders(outer) ?? [] {
                try await pause(.seconds(1))
                await store()?.removeExpired(in: folder)
            }
        }
    }

    private func innerFolders(_ outer: Int) -> [String] {
        let outer = Hex.text([UInt8(outer)])
        return system.names(in: "\(folder)/\(outer)").filter { $0.utf8.count == 2 }.map { "\(outer)/\($0)" }
    }

    /// Removes the files of visitors who were not here for 400 days, and spare files that a crash left, after a day.
    func removeExpired(in folder: String) async {
        var visitors: [Substring: VisitorFiles] = [:]
        for name in system.names(in: "\(self.folder)/\(folder)") {
            guard let files = VisitorFiles(of: name), name == files.current || visitors[files.short] == nil else {
                continue
            }
            visitors[files.short] = files
        }
        for files in visitors.values {
            do throws(FavouritesError) {
                try await run(onQueue: files.bucket) { [self] () throws(FavouritesError) in
                    try removeIfExpired(files)
                }
            } catch {
                log("\(files.current) has expired and cannot be removed: \(error.reason)")
            }
        }
    }

    private func removeIfExpired(_ files: VisitorFiles) throws(FavouritesError) {
        guard let folder = try system.openFolder("\(self.folder)/\(files.folder)") else { return }
        var age = Int.max
        for name in system.names(in: "\(self.folder)/\(files.folder)") where files.contains(name) {
            guard let written = try system.status(of: name, in: folder)?.st_mtim.tv_sec else { continue }
            age = min(age, written < Self.beginning ? 0 : now() - written)
            if name == files.spare, now() - written >= Self.day { try system.remove(name, in: folder) }
        }
        if age >= Self.lifetime { try delete(files) }
    }
}
