extension ComicVineServer {
    /// A response before compression and faults.
    struct Response {
        var status = 200
        var headers = [("Content-Type", "application/json; charset=utf-8"), ("Server", "cloudflare")]
        var body: [UInt8]

        /// Returns an error in the form of the API; its `results` are an empty list.
        static func error(_ code: Int, status: Int) -> Response {
            let texts = [
                100: "Invalid API Key", 101: "Object Not Found", 102: "Error in URL Format", 104: "Filter Error",
                107: "Rate limit exceeded.  Slow down cowboy.",
            ]
            let fields: ComicVineData.Fields = [
                ("error", .text(texts[code] ?? "Error")), ("limit", 0), ("offset", 0), ("number_of_page_results", 0),
                ("number_of_total_results", 0), ("status_code", .number(code)), ("results", .list([])),
            ]
            return Response(status: status, body: ComicVineValue.object(fields).json)
        }

        static let rateLimit = error(107, status: 420)

        static func html(_ text: String, status: Int, headers: [(String, String)] = []) -> Response {
            Response(
                status: status,
                headers: [("Content-Type", "text/html; charset=UTF-8"), ("Server", "cloudflare")] + headers,
                body: Array(text.utf8))
        }

        func reply(to call: Call) -> LoopbackUpstream.Reply {
            guard call.acceptsGzip, let compressed = Gzip.compress(body) else {
                return .response(status: status, headers: headers, body: body)
            }
            return .response(status: status, headers: headers + [("Content-Encoding", "gzip")], body: compressed)
        }
    }
}

extension ComicVineServer.Response {
    /// Checks the call as the API does, and finds the response.
    init(_ call: ComicVineServer.Call, _ data: ComicVineData) {
        let (path, query) = call.target.splitOnce(at: "?")
        if call.userAgent.isEmpty {
            self = .html("<title>Forbidden</title>", status: 403)
        } else if !path.hasSuffix("/") {
            self = .html("", status: 301, headers: [("Location", "\(path)/?\(query)")])
        } else if !call.hasRightKey {
            self = .error(100, status: 401)
        } else if call["format"] != "json" {
            self.init(
                headers: [("Content-Type", "text/xml; charset=utf-8")], body: Array("<?xml version=\"1.0\"?>".utf8))
        } else {
            self = Self.record(call, data) ?? Self.list(call, data) ?? .error(101, status: 404)
            if status == 200 { headers.append(("Cache-Control", "public, max-age=1200")) }
        }
    }

    private static func record(_ call: ComicVineServer.Call, _ data: ComicVineData) -> Self? {
        guard call.segments.count == 2, let kind = ComicVineKind.allCases.first(where: { $0.detail == call.path })
        else { return nil }
        let (number, id) = call.segments[1].splitOnce(at: "-")
        guard number == String(kind.number), let id = Int(id),
            let fields = data.record(kind, id, isDetail: true)
        else { return nil }
        return envelope(.object(call.projected(fields)), limit: 1, offset: 0, count: 1, total: 1)
    }

    private static func list(_ call: ComicVineServer.Call, _ data: ComicVineData) -> Self? {
        guard call.segments.count == 1, let kind = ComicVineKind.allCases.first(where: { $0.list == call.path })
        else { return nil }
        let query = ComicVineQuery(call, kind)
        let ids = query.ids(data, kind)
        let records = ids.dropFirst(query.offset).prefix(query.limit)
            .compactMap { data.record(kind, $0, isDetail: false) }
        return envelope(
            .list(records.map { .object(call.projected($0)) }), limit: query.limit, offset: query.offset,
            count: records.count, total: ids.count)
    }

    private static func envelope(
        _ results: ComicVineValue, limit: Int, offset: Int, count: Int, total: Int
    ) -> Self {
        let fields: ComicVineData.Fields = [
            ("error", "OK"), ("limit", .number(limit)), ("offset", .number(offset)),
            ("number_of_page_results", .number(count)), ("number_of_total_results", .number(total)),
            ("status_code", 1), ("results", results), ("version", "1.0"),
        ]
        return Self(body: ComicVineValue.object(fields).json)
    }
}

extension ComicVineServer.Call {
    /// Returns the fields that the call asks for.
    fileprivate func projected(_ fields: ComicVineData.Fields) -> ComicVineData.Fields {
        guard let list = self["field_list"] else { return fields }
        let names = Set(list.split(separator: ",").map(String.init))
        return fields.filter { names.contains($0.name) }
    }
}

extension StringProtocol {
    /// Returns the text before and after the first separator.
    fileprivate func splitOnce(at separator: Character) -> (String, String) {
        guard let index = firstIndex(of: separator) else { return (String(self), "") }
        return (String(self[..<index]), String(self[self.index(after: index)...]))
    }
}
