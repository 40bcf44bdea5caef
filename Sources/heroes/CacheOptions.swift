import ArgumentParser
import Caching

/// What is kept of the source's answers, where, and how often the source may be asked.
struct CacheOptions: ParsableArguments {
    @Option(
        help: "The folder that keeps the source's answers over restarts; beside the favourites for a remote source.")
    var cache: String?

    @Option(
        parsing: .unconditional, help: .advanced("Megabytes of answers on disk; the ones used longest ago go first."))
    var cacheSize = 1024

    @Option(parsing: .unconditional, help: .advanced("Megabytes of memory for answers, pages and their indexes."))
    var memory = 64

    @Option(
        parsing: .unconditional,
        help: "Calls that may be made in a day (UTC), 0 for any number: 3000 for a source with keys.")
    var dailyBudget: Int?

    func validate() throws {
        guard cache != "" else { throw ValidationError("--cache has to name a folder.") }
        guard (1...1_000_000).contains(cacheSize) else {
            throw ValidationError("--cache-size has to be from 1 to 1000000 megabytes.")
        }
        guard (1...1_000_000).contains(memory) else {
            throw ValidationError("--memory has to be from 1 to 1000000 megabytes.")
        }
        guard (dailyBudget ?? 0) >= 0 else { throw ValidationError("--daily-budget has to be 0 or more.") }
    }

    private var memoryByteLimit: Int { memory * 1024 * 1024 }

    /// The part of the memory for whole pages; more of them would hardly be asked for while they count.
    var pageByteLimit: Int { min(memoryByteLimit / 6, 10 * 1024 * 1024) }

    /// The part for SQLite's own cache of the answers on disk.
    var databaseByteLimit: Int { min(memoryByteLimit / 8, 2 * 1024 * 1024) }

    var policy: CachePolicy {
        var policy = CachePolicy()
        policy.knownByteLimit = memoryByteLimit / 8
        policy.byteLimit = memoryByteLimit - policy.knownByteLimit - databaseByteLimit - pageByteLimit
        return policy
    }
}
