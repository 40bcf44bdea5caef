extension LoopbackUpstream.Reply {
    /// Returns a valid response of a Marvel-compatible API: every hero exists, with one work of each kind.
    @Sendable package static func marvel(_ target: String) -> LoopbackUpstream.Reply {
        let path = target.prefix { $0 != "?" }.split(separator: "/").dropFirst(2)
        let id = path.dropFirst().first.flatMap { Int($0) } ?? 7
        let result = path.count > 2 ? #"{"id":1,"title":"Work of \#(id)"}"# : #"{"id":\#(id),"name":"Hero \#(id)"}"#
        return .json(
            #"{"code":200,"etag":"e\#(id)","attributionText":"Data","data":{"total":1,"results":[\#(result)]}}"#)
    }
}
