import Glibc

/// A failed system call, with its errno.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package let call: String
    package let number: Int32

    /// Reads `errno`, so it has to be created right after the call.
    package init(_ call: String, number: Int32 = errno) {
        self.call = call
        self.number = number
    }

    /// The system's message, such as "No space left on device".
    package var reason: String { Self.reason(number) }

    package var description: String { "\(call): \(reason)" }

    /// Returns the system's message for an errno, by default that of the last call.
    package static func reason(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
}
