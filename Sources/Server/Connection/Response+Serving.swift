import Basics
import HTTP
import HTTPTypes

extension Response {
    /// A line of text that says the status.
    init(plain status: HTTPResponse.Status) {
        self.init(
            status: status, fields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(Array("\(status.code) \(status.reasonPhrase)\n".utf8)))
    }

    /// Whether the handler wants the connection to end.
    var asksToClose: Bool { fields[.connection]?.lowercased() == "close" }
}
