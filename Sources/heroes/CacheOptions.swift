import ArgumentParser
import Caching

/// The options for caching the source's responses, and for its daily budget.
struct CacheOptions: ParsableArguments {
    @Option(
        help: "The folder for cached API responses. Default: <data>/cache for a remote source, none for embedded.")
    var cache: String?

    @Option(
        parsing: .unconditional,
        help: .advanced("Megabytes of cached responses on disk; the least recently used are evicted."))
    var cacheSize = 1024

    @Option(parsing: .unconditional, help: .advanced("Megabytes of memory for cached responses, pages and indexes."))
    var memory = 64

    @Option(
        parsing: .unconditional,
        help: "API calls allowed per day (UTC), 0 for no limit. Default: 3000 for a source with keys, else 0.")
    var dailyBudget: Int?

    func validate() throws {
        guard cache != "" else { throw ValidationError("--cache must be a folder.") }
        guard (1...1_000_000).contains(cacheSize) else {
            throw ValidationError("--cache-size must be from 1 to 1000000 megabytes.")
        }
        guard (1...1_000_000).contains(memory) else {
            throw ValidationError("--memory must be from 1 to 1000000 megabytes.")
        }
        guard (dailyBudget ?? 0) >= 0 else { throw ValidationError("--daily-budget must be 0 or more.") }
    }

    private var memoryByteLimit: Int { memory * 1024 * 1024 }

    /// The part of the memory for rendered pages; more of them would expire before they are requested.
    var pageByteLimit: Int { min(memoryByteLimit / 6, 10 * 1024 * 1024) }

    /// The part of the memory for SQLite's page cache.
    var databaseByteLimit: Int { min(memoryByteLimit / 8, 2 * 1024 * 1024) }

    var policy: CachePolicy {
        var policy = CachePolicy()
        policy.heroIndexByteLimit = memoryByteLimit / 8
        policy.workIndexByteLimit = memoryByteLimit / 16
        let indexes = policy.heroIndexByteLimit + policy.workIndexByteLimit
        policy.byteLimit = memoryByteLimit - indexes - databaseByteLimit - pageByteLimit
        return policy
    }
}
