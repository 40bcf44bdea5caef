import Glibc
import HTTP

/// The Date field, formatted once a second.
struct DateField {
    private var second = -1
    private var line: [UInt8] = []

    mutating func bytes() -> [UInt8] {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        if time.tv_sec != second {
            second = time.tv_sec
            line = Array("Date: \(HTTPDate(secondsSince1970: second).text)\r\n".utf8)
        }
        return line
    }
}
