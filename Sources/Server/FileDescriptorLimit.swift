import Glibc

/// The limit of file descriptors of this process, and the number in use.
struct FileDescriptorLimit {
    /// The number of descriptors reserved for other files and sockets, if there are enough.
    static let reserve = 512

    let limit: Int
    let used: Int

    /// The number of connections that the descriptors allow. Some are reserved: without any left, files of favourites
    /// cannot be written, and Dispatch ends the program when it cannot read the state of its threads (measured on Swift
    /// 6.3).
    var connections: Int { max(1, limit - used - reserved) }

    /// The number of further connections that may be open while a 503 is sent to them.
    var rejections: Int { max(1, min(256, reserved / 2)) }

    private var reserved: Int { min(Self.reserve, max(8, (limit - used) / 4)) }
}

extension FileDescriptorLimit {
    /// Raises the limit to `count`, as far as the hard limit allows.
    init(raisingTo count: Int) {
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

    private static var used: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // The folder's own descriptor, "." and "..".
        return max(0, count - 3)
    }
}
