import ArgumentParser
import Basics
import Foundation
import HTTP

/// The site's address for its visitors: scheme, host and port as browsers write an origin, so that addresses made of it are
/// valid and equal to theirs.
enum PublicURL {
    /// - Throws: `ValidationError` with a sentence that says what is wrong.
    @Sendable static func ofOption(_ text: String) throws -> String {
        // Foundation writes the names of other scripts in Punycode (UTS #46).
        guard let address = text.utf8.allSatisfy({ $0 < 0x80 }) ? text : URL(string: text)?.absoluteString else {
            throw refusal("its host is no name; one in another script can also be written as xn--…")
        }
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else { throw refusal("it has to start with http:// or https://") }
        guard !address.hasSuffix(":"),
            let origin = WebOrigin(address.hasSuffix("/") ? address.dropLast() : Substring(address)), origin.port > 0
        else {
            throw refusal("it can hold nothing but a host and a port from 1 to 65535")
        }
        return "\(scheme)://\(try host(origin.host))"
            + (origin.port == (scheme == "http" ? 80 : 443) ? "" : ":\(origin.port)")
    }

    private static func refusal(_ reason: String) -> ValidationError {
        ValidationError("It has to be an address such as https://heroes.example, but \(reason).")
    }

    /// Returns an IPv6 address in its brackets, an IPv4 address, or a name of letters, digits and hyphens (RFC 1123).
    private static func host(_ text: String) throws -> String {
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"), let address = version6(text.dropFirst().dropLast()) else {
                throw refusal("its host is no IPv6 address")
            }
            return "[\(address)]"
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else {
            throw refusal("its host can have only labels of letters, digits and hyphens with a dot between")
        }
        // Browsers take a host whose last label is a number for an IPv4 address.
        var address = in_addr()
        guard
            !last.utf8.allSatisfy(\.isDigit) && !last.hasPrefix("0x") || inet_pton(AF_INET, text, &address) == 1
        else { throw refusal("its host is no IPv4 address") }
        return text
    }

    /// Returns the address as RFC 5952 writes it.
    private static func version6(_ text: Substring) -> String? {
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
