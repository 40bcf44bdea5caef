import Basics
import Glibc

/// The host and port of a Host field or an absolute target (RFC 3986 section 3.2).
enum HostName {
    /// Returns true if these bytes are `uri-host [":" port]` with a non-empty host.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let end = hostEnd(bytes), end > bytes.startIndex else { return false }
        let port = bytes[end...].dropFirst()
        guard port.allSatisfy(\.isDigit), port.count <= 5 else { return false }
        return port.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 65535
    }

    /// Returns true if both name the same host and port of the http scheme.
    static func areEquivalent(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        withoutDefaultPort(left).elementsEqual(withoutDefaultPort(right)) { $0.lowercased == $1.lowercased }
    }

    private static func withoutDefaultPort(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let end = hostEnd(bytes) else { return bytes }
        let port = bytes[end...].dropFirst()
        return port.isEmpty || port.elementsEqual("80".utf8) ? bytes[..<end] : bytes
    }

    /// Returns the end of the host and the start of the port, if any; nil if it is no host.
    private static func hostEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")),
                isVersion6(bytes[bytes.startIndex + 1..<bracket]),
                bracket + 1 == bytes.endIndex || bytes[bracket + 1] == UInt8(ascii: ":")
            else { return nil }
            return bracket + 1
        }
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        return isName(bytes[..<end]) ? end : nil
    }

    /// Returns true for labels with a dot between, of the unreserved characters of RFC 3986 section 2.3: no host name
    /// has others.
    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes.count <= 255 && bytes.allSatisfy(\.isUnreserved) && labels.dropLast().allSatisfy { !$0.isEmpty }
    }

    private static func isVersion6(_ bytes: ArraySlice<UInt8>) -> Bool {
        var address = in6_addr()
        return !bytes.contains(0) && inet_pton(AF_INET6, String(decoding: bytes, as: UTF8.self), &address) == 1
    }
}
