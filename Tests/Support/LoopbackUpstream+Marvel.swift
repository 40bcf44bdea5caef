extension LoopbackUpstream.Answer {
    /// What a well Marvel-compatible API says to the target: any hero exists, with one work of each kind.
    @Sendable package static func right(_ target: String) -> LoopbackUpstream.Answer {
        let path = target.prefix { $0 != "?" }.split(separator: "/").dropFirst(2)
        let id = path.dropFirst().first.flatMap { Int($0) } ?? 7
        let result = path.count > 2 ? #"{"id":1,"title":"Work of \#(id)"}"# : #"{"id":\#(id),"name":"Hero \#(id)"}"#
        return .json(
            #"{"code":200,"etag":"e\#(id)","attributionText":"Data","data":{"total":1,"results":[\#(result)]}}"#)
    }
}
