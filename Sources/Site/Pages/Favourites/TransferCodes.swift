import Basics
import Heroes

/// The valid transfer codes, one per visitor.
///
/// The stored values disclose neither a code nor a visitor: keys are hashes, and each value is encrypted with a hash of
/// the code or the token, which is as long as the value and used for no other one (a one-time pad). A code alone has
/// only 50 bits, so the secret, which is not in the store, keeps a reader of the store from trying all of them.
struct TransferCodes: Sendable {
    let store: any ExpiringStore
    let secret: [UInt8]

    /// The code of a visitor as stored.
    private struct SealedCode: Codable, Sendable {
        let key: [UInt8]
        let code: [UInt8]
    }

    /// Makes the code valid for ten minutes, in place of the visitor's previous one.
    func store(_ code: String, of visitor: Visitor) async throws(FavouritesError) {
        let key = hash("key", code)
        let previous: SealedCode? = try await store.take(.visitorCode, for: visitor.hash)
        if let previous { let _: [UInt8]? = try await store.take(.transferCode, for: previous.key) }
        try await store.store(sealed(visitor.token, hash("token", code)), .transferCode, for: key)
        let sealedCode = SealedCode(key: key, code: sealed(code, pad(visitor, key)))
        try await store.store(sealedCode, .visitorCode, for: visitor.hash)
    }

    /// Returns the visitor's valid code.
    func code(of visitor: Visitor) async throws(FavouritesError) -> String? {
        let stored: SealedCode? = try await store.value(.visitorCode, for: visitor.hash)
        return stored.map { String(decoding: zip($0.code, pad(visitor, $0.key)).map { $0 ^ $1 }, as: UTF8.self) }
    }

    /// Returns the visitor of a valid code. Only the visitor's newest code is valid, also if two machines store codes
    /// at the same moment.
    func visitor(of code: String) async throws(FavouritesError) -> Visitor? {
        try await visitor(of: code, store.value(.transferCode, for: hash("key", code)))
    }

    /// Ends the code and returns its visitor; of several callers, on any machine, only one gets it.
    func take(_ code: String) async throws(FavouritesError) -> Visitor? {
        guard let visitor = try await visitor(of: code, store.take(.transferCode, for: hash("key", code))) else {
            return nil
        }
        let _: SealedCode? = try await store.take(.visitorCode, for: visitor.hash)
        return visitor
    }

    private func visitor(of code: String, _ sealedToken: [UInt8]?) async throws(FavouritesError) -> Visitor? {
        guard let sealedToken else { return nil }
        let token = zip(sealedToken, hash("token", code)).map { $0 ^ $1 }
        guard let visitor = Visitor(token: String(decoding: token, as: UTF8.self)) else { return nil }
        let newest: SealedCode? = try await store.value(.visitorCode, for: visitor.hash)
        return newest?.key == hash("key", code) ? visitor : nil
    }

    private func sealed(_ text: String, _ pad: [UInt8]) -> [UInt8] { zip(text.utf8, pad).map { $0 ^ $1 } }

    private func pad(_ visitor: Visitor, _ key: [UInt8]) -> [UInt8] { hash("code", visitor.token, key) }

    /// Returns the hash of the secret and texts of fixed lengths.
    private func hash(_ purpose: String, _ text: String, _ key: [UInt8] = []) -> [UInt8] {
        SHA256.hash(data: Array("transfer \(purpose) \(text)".utf8) + key + secret)
    }
}
