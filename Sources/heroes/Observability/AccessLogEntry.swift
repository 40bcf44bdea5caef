import Basics
import Glibc
import Heroes

/// One request in the access log.
struct AccessLogEntry {
    /// The nanoseconds since 1970.
    var time = MonotonicTime.nanoseconds(CLOCK_REALTIME)
    var id: String
    var client: String
    var method: String
    var route: UInt8
    var path: String
    var status: Int
    /// The number of bytes of content sent.
    var bytes: Int
    var nanoseconds: UInt64
    var cache: Trace.CacheStatus
    /// True if the response was aborted.
    var isTruncated = false

    private static let pathLimit = 1024

    func bytes(_ format: LogFormat) -> [UInt8] {
        var line = LogLine(format)
        line.add("time", timestamp(time))
        line.add("id", id)
        line.add("client", client)
        line.add("method", method)
        line.add("route", RouteLabel.names[Int(route)])
        line.add("path", path.utf8.count <= Self.pathLimit ? path : String(path.prefix(Self.pathLimit)) + "...")
        line.add("status", number: status)
        line.add("bytes", number: bytes)
        line.add("ms", number: Int(nanoseconds / 1_000_000), thousandths: Int(nanoseconds / 1000 % 1000))
        line.add("cache", cache.text)
        if isTruncated { line.add("ended", "cut") }
        return line.finish()
    }
}
