import Basics
import Foundation
import Glibc

/// A client's public and private key.
struct KeyPair: Equatable {
    let publicKey: String
    let privateKey: String

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        (publicKey, privateKey) = (String(parts[0]), String(parts[1]))
    }

    private init(publicKey: String, privateKey: String) {
        self.publicKey = publicKey
        self.privateKey = privateKey
    }

    static func random() -> KeyPair {
        let key = { String(UInt64.random(in: .min ... .max), radix: 16) }
        return KeyPair(publicKey: key(), privateKey: key() + key())
    }

    /// Returns the pairs of the options, of the file and of HEROES_GATEWAY_KEYS.
    ///
    /// - Throws: CommandError if a pair is malformed, or if others than the owner of the file may read it. It never
    ///   contains a key.
    static func all(
        _ options: [KeyPair], file: String?, _ environment: [String: String]
    ) throws(CommandError) -> [KeyPair] {
        var pairs = options + (try parse(environment["HEROES_GATEWAY_KEYS"] ?? "", of: "HEROES_GATEWAY_KEYS"))
        if let file {
            let ofFile = try parse(content(of: file), of: file)
            guard !ofFile.isEmpty else { throw CommandError("The file \(file) has no keys.", isPermanent: true) }
            pairs += ofFile
        }
        return pairs
    }

    /// Parses pairs with blanks, line breaks or commas between them; lines that start with `#` are comments.
    private static func parse(_ text: String, of source: String) throws(CommandError) -> [KeyPair] {
        var pairs: [KeyPair] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            guard !line.hasPrefix("#") else { continue }
            for word in line.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
                guard let pair = KeyPair(String(word)) else {
                    throw CommandError(
                        "Line \(index + 1) of \(source) is not a pair such as public:private.", isPermanent: true)
                }
                pairs.append(pair)
            }
        }
        return pairs
    }

    private static func content(of file: String) throws(CommandError) -> String {
        var status = stat()
        let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw CommandError("The keys in \(file) cannot be read: \(SystemError.reason()).", isPermanent: true)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // An error of reading, as of a folder, leaves no keys.
        let bytes = (try? handle.readToEnd()) ?? Data()
        guard status.st_mode & 0o077 == 0 else {
            throw CommandError(
                "Other users of this machine may read the keys in \(file). Run: chmod 600 \(file)", isPermanent: true)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
