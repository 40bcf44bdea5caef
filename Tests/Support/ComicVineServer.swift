import Basics
import FoundationEssentials

/// A server on 127.0.0.1 that behaves as the API of Comic Vine does, with records of its own.
package final class ComicVineServer: Sendable {
    package static let key = "0123456789abcdef0123456789abcdef01234567"

    struct State {
        var data: ComicVineData
        var calls: [Call] = []
        var faults: [String: Fault] = [:]
        var limits = Limits()
    }

    /// The limits of calls, off by default.
    package struct Limits: Sendable {
        /// The calls of one path in an hour.
        package var perHour: Int?
        /// The calls of all paths in a second.
        package var perSecond: Int?

        package init(perHour: Int? = nil, perSecond: Int? = nil) {
            (self.perHour, self.perSecond) = (perHour, perSecond)
        }
    }

    private let state: Locked<State>
    private let upstream: LoopbackUpstream

    package init(
        _ data: ComicVineData = ComicVineData(), limits: Limits = Limits(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(SocketError) {
        let state = Locked(State(data: data, limits: limits))
        self.state = state
        upstream = try LoopbackUpstream { target, head in
            let call = Call(target, head, time: now().timeIntervalSince1970)
            let (data, fault, isLimited) = state.withLock { state in
                let isLimited = state.isLimited(call)
                state.calls.append(call)
                return (state.data, state.faults[call.path] ?? state.faults[""], isLimited)
            }
            let response = isLimited ? Response.rateLimit : Response(call, data)
            return fault?.reply(instead: response, to: call) ?? response.reply(to: call)
        }
    }

    /// The URL of the API, without a trailing slash.
    package var url: String { upstream.url + "/api" }

    package func stop() { upstream.stop() }

    package var data: ComicVineData { state.withLock(\.data) }

    /// Changes a character; it is added if it did not exist.
    package func change(_ id: Int, _ body: (inout ServedCharacter) -> Void) {
        state.withLock { state in
            var character = state.data.character(id)
            body(&character)
            state.data.store(character)
        }
    }

    package func remove(_ id: Int) { state.withLock { $0.data.remove(id) } }

    /// Replaces the responses of a path such as `issues`, by default of all, until `fault` is nil again.
    package func set(_ fault: Fault?, on path: String = "") { state.withLock { $0.faults[path] = fault } }

    package func setLimits(_ limits: Limits) { state.withLock { $0.limits = limits } }

    /// All calls so far, in order of arrival.
    package var calls: [Call] { state.withLock(\.calls) }

    /// The calls of a path such as `characters`.
    package func calls(_ path: String) -> [Call] { calls.filter { $0.path == path } }

    /// The greatest number of calls within a second.
    package var maximumPerSecond: Int {
        let times = calls.map(\.time)
        return times.map { start in times.count { $0 >= start && $0 < start + 1 } }.max() ?? 0
    }

    /// A call as received.
    package struct Call: Sendable {
        /// In seconds since 1970.
        package let time: Double
        /// The segments of the path after `/api`, such as `character` and `4005-1443`.
        package let segments: [String]
        /// The first segment, by which Comic Vine counts calls.
        package var path: String { segments.first ?? "" }
        /// The decoded query without the key.
        package let query: [(name: String, value: String)]
        package let userAgent: String
        package let hasRightKey: Bool
        let target: String
        let acceptsGzip: Bool

        package subscript(name: String) -> String? { query.first { $0.name == name }?.value }

        /// The ids that the call asks for with a filter.
        package var ids: [Int] {
            guard let filter = self["filter"], filter.hasPrefix("id:") else { return [] }
            return filter.dropFirst(3).split(separator: "|").compactMap { Int($0) }
        }
    }
}

extension ComicVineServer.Call {
    fileprivate init(_ target: String, _ head: String, time: Double) {
        let parts = target.split(separator: "?", maxSplits: 1)
        let pairs = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                name: PercentEncoding.decodeLeniently(sides[0].utf8),
                value: PercentEncoding.decodeLeniently((sides.count > 1 ? sides[1] : "").utf8)
            )
        }
        let lines = head.split(separator: "\r\n").map { $0.split(separator: ":", maxSplits: 1) }
        func header(_ name: String) -> String {
            let line = lines.first { $0.count == 2 && $0[0].lowercased() == name }
            return line.map { String($0[1].drop { $0 == " " }) } ?? ""
        }
        self.init(
            time: time, segments: (parts.first ?? "").split(separator: "/").dropFirst().map(String.init),
            query: pairs.filter { $0.name != "api_key" }, userAgent: header("user-agent"),
            hasRightKey: pairs.contains { $0.name == "api_key" && $0.value == ComicVineServer.key },
            target: target, acceptsGzip: header("accept-encoding").contains("gzip"))
    }
}

extension ComicVineServer.State {
    fileprivate func isLimited(_ call: ComicVineServer.Call) -> Bool {
        let hour = calls.count { $0.path == call.path && $0.time > call.time - 3600 }
        let second = calls.count { $0.time > call.time - 1 }
        return hour >= limits.perHour ?? .max || second >= limits.perSecond ?? .max
    }
}
