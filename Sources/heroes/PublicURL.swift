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
        let address = text.utf8.allSatisfy { $0 < 0x80 } ? text : URL(string: text)?.absoluteString
        guard let address, let origin = WebOrigin(address.hasSuffix("/") ? String(address.dropLast()) : address),
            origin.port > 0, !address.hasSuffix(":"),
            origin.host.wholeMatch(of: /[a-z0-9.-]*[a-z0-9]|\[[0-9a-f:.]+\]/) != nil
        else {
            throw ValidationError(
                "It must be a URL such as https://heroes.example, with only a host and a port from 1 to 65535.")
        }
        let isDefaultPort = origin.port == (origin.scheme == "http" ? 80 : 443)
        return "\(origin.scheme)://\(origin.host)" + (isDefaultPort ? "" : ":\(origin.port)")
    }
}
