import Basics
import HTTP
import HTTPTypes

extension Response {
    /// Creates a text response of one line with the status.
    init(plain status: HTTPResponse.Status) {
        self.init(
            status: status, fields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(Array("\(status.code) \(status.reasonPhrase)\n".utf8)))
    }

    /// True if the handler requests the end of the connection.
    var closesConnection: Bool { fields[.connection]?.lowercased() == "close" }
}
