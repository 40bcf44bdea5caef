import Foundation
import Support

/// Marionette's messages over TCP: JSON after its length, `20:[0,1,"Command",{…}]`, answered by `[1,1,error,result]`.
final class MarionetteConnection: Sendable {
    private let descriptor: Int32
    /// Runs one command at a time, outside of Swift's cooperative threads since reading blocks.
    private let queue = DispatchQueue(label: "marionette")

    /// Connects and reads the browser's greeting.
    init(port: UInt16) throws {
        descriptor = try Socket.connectLoopback(to: port)
        _ = try receive()
    }

    deinit { close(descriptor) }

    func send(_ command: String, _ parameters: [String: Any]) async throws -> Any {
        let message = try JSONSerialization.data(withJSONObject: [0, 1, command, parameters])
        let bytes = [UInt8]("\(message.count):".utf8) + message
        let response = try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.exchange(bytes) }) }
        }
        return try Self.value(of: response, to: command)
    }

    private static func value(of response: Data, to command: String) throws -> Any {
        guard let parts = try JSONSerialization.jsonObject(with: response) as? [Any], parts.count == 4,
            parts[2] is NSNull
        else { throw BrowserFailure(command: command, response: String(decoding: response, as: UTF8.self)) }
        return (parts[3] as? [String: Any])?["value"] ?? parts[3]
    }

    private func exchange(_ bytes: [UInt8]) throws -> Data {
        guard Socket.send(bytes, to: descriptor) else { throw SocketError(call: "send", code: errno) }
        return try receive()
    }

    private func receive() throws -> Data {
        var length = 0
        while case let byte = try read(1)[0], byte != UInt8(ascii: ":") {
            length = length * 10 + Int(byte) - Int(UInt8(ascii: "0"))
        }
        return Data(try read(length))
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < count {
            let received = recv(descriptor, &chunk, min(chunk.count, count - bytes.count), 0)
            guard received > 0 else { throw SocketError(call: "recv", code: errno) }
            bytes += chunk[..<received]
        }
        return bytes
    }
}
