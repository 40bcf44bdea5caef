extension ComicVineServer {
    /// A failure that replaces or changes responses.
    package indirect enum Fault: Sendable {
        /// The page for a blocked address, with status 200.
        case abnormalTraffic
        /// Cloudflare's challenge.
        case challenge
        /// An error in the form of the API, such as 100, 101, 104 or 107.
        case error(code: Int, status: Int)
        /// A status with an HTML page, such as 429 or 500.
        case status(Int)
        /// Half of the body, then the connection is closed.
        case cutBody
        /// Half of the JSON as a complete body.
        case cutJSON
        case emptyBody
        /// A list in the place of an object, and an object in the place of a list.
        case otherShape
        /// The response after these seconds.
        case slow(Double)
        /// The response once the gate is open.
        case held(Gate)
        /// A redirect to this address.
        case redirect(String)

        func reply(instead response: Response, to call: Call) -> LoopbackUpstream.Reply {
            switch self {
            case .abnormalTraffic:
                Response.html("<html><title>Abnormal Traffic Detected</title></html>", status: 200).reply(to: call)
            case .challenge:
                Response.html(
                    "<!DOCTYPE html><title>Just a moment...</title>", status: 403,
                    headers: [("cf-mitigated", "challenge")]
                ).reply(to: call)
            case .error(let code, let status): Response.error(code, status: status).reply(to: call)
            case .status(let status): Response.html("<title>\(status)</title>", status: status).reply(to: call)
            case .cutBody: Self.cut(response)
            case .cutJSON: Self.with(response, Array(response.body.prefix(response.body.count / 2)), call)
            case .emptyBody: Self.with(response, [], call)
            case .otherShape: Self.with(response, Self.otherShape(call), call)
            case .slow(let seconds): .after(seconds, response.reply(to: call))
            case .held(let gate): .when(gate, response.reply(to: call))
            case .redirect(let url):
                Response.html("", status: 301, headers: [("Location", url)]).reply(to: call)
            }
        }

        private static func with(_ response: Response, _ body: [UInt8], _ call: Call) -> LoopbackUpstream.Reply {
            var response = response
            response.body = body
            return response.reply(to: call)
        }

        private static func cut(_ response: Response) -> LoopbackUpstream.Reply {
            let head =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(response.body.count)\r\n\r\n"
            return .bytes(Array(head.utf8) + response.body.prefix(response.body.count / 2))
        }

        private static func otherShape(_ call: Call) -> [UInt8] {
            let results = call.segments.count > 1 ? "[]" : "{}"
            return Array(#"{"error":"OK","limit":1,"offset":0,"status_code":1,"results":\#(results)}"#.utf8)
        }
    }
}
