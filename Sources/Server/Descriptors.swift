import Glibc

/// How many descriptors this process may have, and has.
struct Descriptors {
    /// What is left to all else that opens files and sockets, where there are enough.
    static let reserve = 512

    let limit: Int
    let used: Int

    init(limit: Int, used: Int) {
        self.limit = limit
        self.used = used
    }

    /// Raises the limit where it is lower and the system's hard limit lets.
    init(raisedTo count: Int) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else {
            self.init(limit: .max, used: 0)
            return
        }
        if limit.rlim_cur < rlim_t(count) {
            limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
            setrlimit(resource, &limit)
        }
        self.init(limit: Int(clamping: limit.rlim_cur), used: Self.used)
    }

    /// How many connections they allow, with the rest kept for others: without any left, files of favourites cannot be
    /// written, and Dispatch ends the program when it cannot read how its threads are (measured on Swift 6.3).
    var connections: Int { max(1, limit - used - kept) }

    /// How many connections beyond may be open for as long as their refusal takes.
    var refusals: Int { max(1, min(256, kept / 2)) }

    private var kept: Int { min(Self.reserve, max(8, (limit - used) / 4)) }

    private static var used: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Itself, "." and "..".
        return max(0, count - 3)
    }
}
