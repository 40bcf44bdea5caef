import Basics
import Glibc
import Heroes

extension FileStore {
    static let day = 24 * 60 * 60
    /// The seconds without a visit after which favourites expire: the lifetime of the cookie.
    static let lifetime = 400 * day
    /// The beginning of 2025. Older files were written before the clock was set, as on machines without a battery.
    private static let earliestValidTime = 1_735_689_600

    /// Removes expired favourites once a day, first after 24 hours, and only if the clock was not set in the last 24
    /// hours: a clock that is far ahead by mistake must not delete all favourites.
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

    /// Visits all folders, one per second, to leave the disk to visitors.
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
        return names(in: outer).filter { $0.utf8.count == 2 }.map { "\(outer)/\($0)" }
    }

    /// Returns the names in a folder of the store; none if it cannot be listed, which is logged.
    private func names(in name: String) -> [String] {
        do throws(FavouritesError) {
            return try system.names(in: "\(folder)/\(name)")
        } catch {
            log("cannot remove expired favourites in \(name): \(error)")
            return []
        }
    }

    /// Removes the files of visitors without a visit for 400 days, and spare files of a crash after a day.
    func removeExpired(in folder: String) async {
        var visitors: [Substring: VisitorFiles] = [:]
        for name in names(in: folder) {
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
                log("cannot remove the expired \(files.current): \(error)")
            }
        }
    }

    /// Removes the files if they are expired, on the visitor's queue.
    func removeIfExpired(_ files: VisitorFiles) throws(FavouritesError) {
        guard let folder = try system.openFolder("\(self.folder)/\(files.folder)") else { return }
        var age = Int.max
        for name in try system.names(in: "\(self.folder)/\(files.folder)") where files.contains(name) {
            guard let written = try system.status(of: name, in: folder)?.st_mtim.tv_sec else { continue }
            age = min(age, written < Self.earliestValidTime ? 0 : now() - written)
            if name == files.spare, now() - written >= Self.day { try system.remove(name, in: folder) }
        }
        if age >= Self.lifetime { try delete(files) }
    }
}
