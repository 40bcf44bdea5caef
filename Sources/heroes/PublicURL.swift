import ArgumentParser
import Basics
import Foundation
import HTTP

/// The parser of the site's public URL: an origin as browsers serialise it, so that it can be compared with theirs.
enum PublicURL {
    /// Parses and normalises an origin.
    ///
    /// - Throws: `ValidationError` with the reason.
    @Sendable static func parse(_ text: String) throws -> String {
        // Foundation converts international names to Punycode (UTS #46).
        guard let address = text.utf8.allSatisfy({ $0 < 0x80 }) ? text : URL(string: text)?.absoluteString else {
            throw validationError("its host is not a valid name; an international name can also be written as xn--…")
        }
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw validationError("it must start with http:// or https://")
        }
        guard !address.hasSuffix(":"),
            let origin = WebOrigin(address.hasSuffix("/") ? address.dropLast() : Substring(address)), origin.port > 0
        else {
            throw validationError("it can have only a host and a port from 1 to 65535")
        }
        return "\(scheme)://\(try host(origin.host))"
            + (origin.port == (scheme == "http" ? 80 : 443) ? "" : ":\(origin.port)")
    }

    private static func validationError(_ reason: String) -> ValidationError {
        ValidationError("It must be a URL such as https://heroes.example, but \(reason).")
    }

    /// Validates an IPv6 address in brackets, an IPv4 address, or a name of letters, digits and hyphens (RFC 1123).
    private static func host(_ text: String) throws -> String {
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"), let address = normalizedIPv6(text.dropFirst().dropLast()) else {
                throw validationError("its host is not an IPv6 address")
            }
            return "[\(address)]"
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else {
            throw validationError("its host can have only letters, digits and hyphens, separated by dots")
        }
        // If the last label is a number, browsers parse the host as an IPv4 address.
        var address = in_addr()
        guard
            !last.utf8.allSatisfy(\.isDigit) && !last.hasPrefix("0x") || inet_pton(AF_INET, text, &address) == 1
        else { throw validationError("its host is not an IPv4 address") }
        return text
    }

    /// Returns the address in the format of RFC 5952.
    private static func normalizedIPv6(_ text: Substring) -> String? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &bytes, socklen_t(bytes.count)) != nil else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "-") }
    }
}
