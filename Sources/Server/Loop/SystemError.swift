import Glibc

/// What the system refused to do.
struct SystemError: Error, Equatable, CustomStringConvertible {
    let call: String
    let number: Int32

    /// Reads `errno`, so it has to be made at once after the call.
    init(_ call: String, number: Int32 = errno) {
        self.call = call
        self.number = number
    }

    var description: String { "\(call): \(String(cString: strerror(number)))" }
}
