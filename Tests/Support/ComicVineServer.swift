import Basics
import Foundation

/// A server on 127.0.0.1 that answers as the API of Comic Vine does, with the records of Tests/Fixtures/comicvine.
package final class ComicVineServer: Sendable {
    package static let key = "0123456789abcdef0123456789abcdef01234567"

    /// A record with the fields of a detail; a call chooses from them with `field_list`.
    package typealias Record = [String: Any]

    private struct State {
        /// The records as JSON, by the path of their list and by id.
        var records: [String: [Int: Data]] = [:]
        /// The replies that replace those of a path; "" is every path.
        var replies: [String: LoopbackUpstream.Reply] = [:]
        /// The oddities of the answers of a path; "" is every path.
        var oddities: [String: Oddity] = [:]
        var delay = 0.0
        var calls: [Call] = []
    }

    private let state: Locked<State>
    private let upstream: LoopbackUpstream

    /// Creates a server with about 25 known heroes of Marvel, and as many others as `members` asks for.
    package init(members: Int = 0, now: @escaping @Sendable () -> Date = { Date() }) throws {
        let state = Locked(State())
        self.state = state
        upstream = try LoopbackUpstream { target, head in
            let call = Call(target, head, time: now())
            let (records, reply, oddity, delay) = state.withLock { state in
                state.calls.append(call)
                let reply = call.objects.compactMap { state.replies[$0] }.first
                return (
                    state.records, reply ?? state.replies[call.path] ?? state.replies[""],
                    state.oddities[call.path] ?? state.oddities[""], state.delay
                )
            }
            return .after(delay, reply ?? .answer(to: call, records, oddity))
        }
        for path in ["characters", "issues", "volumes", "story_arcs"] {
            let records = try JSONSerialization.jsonObject(with: Data(Fixture.bytes("comicvine/\(path).json")))
            for case let record as Record in records as? [Any] ?? [] {
                if let id = record["id"] as? Int { edit(path, id) { $0 = record } }
            }
        }
        addWorks()
        addRelations()
        addMembers(members)
    }

    /// The URL of the API, without a trailing slash.
    package var url: String { upstream.url + "/api" }

    /// Returns the ids of a path's records, ascending: those of Marvel, or all.
    package func ids(_ path: String, isMarvel: Bool = true) -> [Int] {
        let records = state.withLock { $0.records[path] ?? [:] }
        return records.filter { !isMarvel || Record($0.value).publisher == 31 }.keys.sorted()
    }

    /// Returns a record; without fields if there is none.
    package func record(_ path: String, _ id: Int) -> Record { state.withLock { Record($0.records[path]?[id]) } }

    /// Changes a record of a path such as `characters`, or adds one.
    package func edit(_ path: String, _ id: Int, _ change: (inout Record) -> Void) {
        var record = record(path, id)
        record["id"] = id
        change(&record)
        let data = try? JSONSerialization.data(withJSONObject: record)
        state.withLock { $0.records[path, default: [:]][id] = data }
    }

    package func remove(_ path: String, _ id: Int) { state.withLock { $0.records[path]?[id] = nil } }

    /// Replaces the replies of a path such as `issues`, by default of all, or those with an object such as `issues/7`,
    /// until `reply` is nil: a failure, silence, or an odd answer.
    package func replace(_ path: String = "", by reply: LoopbackUpstream.Reply?) {
        state.withLock { $0.replies[path] = reply }
    }

    /// Makes the answers of a path such as `issues` odd, by default those of all, until `oddity` is nil.
    package func makeOdd(_ path: String = "", _ oddity: Oddity?) { state.withLock { $0.oddities[path] = oddity } }

    /// Delays all replies by seconds.
    package func delay(by seconds: Double) { state.withLock { $0.delay = seconds } }

    /// All calls so far, in order of arrival.
    package var calls: [Call] { state.withLock(\.calls) }

    /// The calls of a path such as `characters`.
    package func calls(_ path: String) -> [Call] { calls.filter { $0.path == path } }

    /// A call as received.
    package struct Call: Sendable {
        package let time: Date
        /// The first segment of the path after `/api`, by which Comic Vine counts calls.
        package let path: String
        /// The number after the hyphen in the path of a detail; nil in that of a list.
        let id: Int?
        private let query: [String: String]
        package let userAgent: String

        package subscript(name: String) -> String? { query[name] }

        package var hasRightKey: Bool { query["api_key"] == ComicVineServer.key }

        /// The ids that the call asks for with a filter.
        package var ids: [Int] { filter("id").map { $0.split(separator: "|").compactMap { Int($0) } } ?? [] }

        /// The path with each of the ids, such as `issues/7`.
        var objects: [String] { (id.map { [$0] } ?? ids).map { "\(path)/\($0)" } }

        /// Returns the value of a filter; nil if the call has none of this name.
        func filter(_ name: String) -> Substring? {
            guard let filter = query["filter"], filter.hasPrefix(name + ":") else { return nil }
            return filter.dropFirst(name.count + 1)
        }

        fileprivate init(_ target: String, _ head: String, time: Date) {
            let url = URLComponents(string: target)
            let segments = (url?.path ?? "").split(separator: "/").dropFirst()
            let agent = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("user-agent: ") }
            self.time = time
            path = String(segments.first ?? "")
            id = segments.dropFirst().first?.split(separator: "-").last.flatMap { Int($0) }
            query = (url?.queryItems ?? []).reduce(into: [:]) { $0[$1.name] = $1.value }
            userAgent = String(agent?.dropFirst("user-agent: ".count) ?? "")
        }
    }
}

extension ComicVineServer {
    /// Adds 259 issues, 8 volumes and 109 story arcs like those of the files, with the peculiarities of real ones.
    private func addWorks() {
        let issues = Array(100_001...100_260)
        for (number, id) in issues.enumerated().dropFirst() {
            edit("issues", id) { issue in
                issue = record("issues", issues[0]).merging(["id": id, "issue_number": "\(number + 1)"]) { $1 }
                let title = "Tale \(number)"
                issue["name"] =
                    switch number % 8 {
                    case 0: "\(title); Part \(number) -- The Long Way; ; End "
                    case 1: ""
                    case 2: NSNull()
                    default: title
                    }
                issue["cover_date"] = "\(1962 + number / 12)-0\(number % 9 + 1)-01"
                issue["volume"] = ["id": 2000 + number % 9, "name": "Volume \(number % 9 / 2)"]
            }
        }
        for id in 2000...2008 {
            edit("volumes", id) { volume in
                volume = record("volumes", 2000).merging(["id": id, "start_year": "\(id - 38)"]) { $1 }
                volume["name"] = "Volume \((id - 2000) / 2)"
                volume["site_detail_url"] = "https://comicvine.gamespot.com/volume/4050-\(id)/"
                volume["issues"] = stride(from: id - 2000, to: issues.count, by: 9).map { ["id": issues[$0]] }
            }
        }
        for (number, id) in (40_001..<40_110).enumerated() {
            edit("story_arcs", id) { arc in
                let first = ["id": 100_005 + 5 * number]
                arc = record("story_arcs", 40_000).merging(["id": id, "issues": [first]]) { $1 }
                arc["name"] = number % 4 == 0 ? "\"Spider-Man\" Saga \(number)" : "\"War \(number)\""
                arc["first_appeared_in_issue"] = number % 10 == 9 ? NSNull() : first
                if number % 5 == 2 { arc["publisher"] = ["id": 10, "name": "DC Comics"] }
            }
        }
        let credits = issues.reversed().map { record("issues", $0).reference }
        for id in ids("characters", isMarvel: false) {
            edit("characters", id) { $0["issue_credits"] = Array(credits.prefix($0.appearances)) }
        }
    }

    /// Adds heroes of Marvel, every third of them in enough comics for the list.
    private func addMembers(_ count: Int) {
        for number in 0..<count {
            edit("characters", 3000 + 4 * number) { hero in
                hero.merge(["name": "Member \(number)", "deck": NSNull(), "publisher": ["id": 31]]) { $1 }
                hero["count_of_issue_appearances"] = number % 3 == 0 ? 12 : 3
            }
        }
    }
}

extension LoopbackUpstream.Reply {
    /// The page for a blocked address.
    package static let abnormalTraffic = text("<html><title>Abnormal Traffic Detected</title></html>")

    /// Cloudflare's challenge.
    package static let challenge = text(
        "<!DOCTYPE html><title>Just a moment...</title>", status: 403, headers: [("cf-mitigated", "challenge")])

    /// The beginning of a response, after which the connection is closed.
    package static let cut = raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"status_code\":1")

    /// A failure with an HTML page.
    package static func page(_ status: Int) -> Self { text("<title>\(status)</title>", status: status) }

    /// An error in the form of Comic Vine's API, such as 100, 101, 104 or 107.
    package static func comicVine(error code: Int, status: Int) -> Self {
        json(
            #"{"error":"Error \#(code)","number_of_total_results":0,"status_code":\#(code),"results":[]}"#,
            status: status)
    }

    /// Returns the record or the list that the call asks for.
    fileprivate static func answer(
        to call: ComicVineServer.Call, _ records: [String: [Int: Data]], _ oddity: ComicVineServer.Oddity?
    ) -> Self {
        guard call.hasRightKey else { return comicVine(error: 100, status: 401) }
        let all = records[call.id == nil ? call.path : call.path + "s"] ?? [:]
        if call.path == "search" {
            let words = (call["query"] ?? "").lowercased().split(separator: " ")
            let kinds = (call["resources"] ?? "").split(separator: ",").map { records["\($0)s"] ?? [:] }
            let found = kinds.flatMap { $0.sorted { $0.key < $1.key } }.map { ComicVineServer.Record($0.value) }
                .filter { record in words.contains { "\(record["name"] ?? "")".lowercased().contains($0) } }
            return envelope(Array(found.prefix(100)), call, total: found.count, oddity)
        }
        guard let id = call.id else {
            let ids = call.filter("id") == nil ? Array(all.keys) : call.ids
            let matching = ids.sorted().map { ComicVineServer.Record(all[$0]) }.filter(call.matches)
            let offset = oddity == .ignoredOffset ? 0 : call["offset"].flatMap { Int($0) } ?? 0
            return envelope(Array(matching.dropFirst(offset).prefix(100)), call, total: matching.count, oddity)
        }
        if call.path == "publisher" {
            let lists = ["characters", "teams"].map { list in
                (records[list] ?? [:]).sorted { $0.key < $1.key }.map { ComicVineServer.Record($0.value) }
                    .filter { $0.publisher == id }.map(\.reference)
            }
            return envelope(
                [["id": id, "name": "Marvel", "characters": lists[0], "teams": lists[1]]], call, total: 1, oddity)
        }
        guard let data = all[id] else { return comicVine(error: 101, status: 404) }
        return envelope([ComicVineServer.Record(data)], call, total: 1, oddity)
    }

    private static func envelope(
        _ records: [ComicVineServer.Record], _ call: ComicVineServer.Call, total: Int,
        _ oddity: ComicVineServer.Oddity?
    ) -> Self {
        let fields = Set((call["field_list"] ?? "").split(separator: ",").map(String.init))
        let known = records.map { $0.filter { fields.contains($0.key) } }
        let results = oddity?.results(known, isList: call.id == nil) ?? known
        let envelope: [String: Any] = [
            "error": "OK", "number_of_page_results": results.count,
            "number_of_total_results": oddity?.total(total, results.count) ?? total, "status_code": 1,
            "results": call.id == nil ? results : results.first ?? [], "version": "1.0",
        ]
        let body = [UInt8]((try? JSONSerialization.data(withJSONObject: envelope)) ?? Data())
        return .response(
            headers: [("Content-Type", "application/json; charset=utf-8")], body: oddity?.bytes(body) ?? body)
    }
}

extension ComicVineServer.Call {
    /// Returns true if the record has the name or the date that the call asks for.
    fileprivate func matches(_ record: ComicVineServer.Record) -> Bool {
        if record.isEmpty { return false }
        if let name = filter("name") { return "\(record["name"] ?? "")".lowercased().contains(name.lowercased()) }
        guard let dates = filter("date_last_updated")?.split(separator: "|"), dates.count == 2 else { return true }
        return (dates[0]...dates[1]).contains("\(record["date_last_updated"] ?? "")")
    }
}

extension ComicVineServer.Record {
    fileprivate init(_ data: Data?) {
        self = data.flatMap { try? JSONSerialization.jsonObject(with: $0) as? Self } ?? [:]
    }

    fileprivate var publisher: Int? { (self["publisher"] as? Self)?["id"] as? Int }

    /// The fields of a record in another one.
    fileprivate var reference: Self { filter { ["id", "name"].contains($0.key) } }

    /// The number of comics with a character.
    package var appearances: Int { self["count_of_issue_appearances"] as? Int ?? 0 }
}
