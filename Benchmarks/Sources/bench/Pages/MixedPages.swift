/// The site’s memory over very many requests for very many pages.
struct MixedPages {
    private struct Mark {
        let requests: Int
        let memory: Int
    }

    /// One request of so many is for a page that is likely to be forgotten.
    private static let rarity = 20

    private let marks: [Mark]
    private let addresses: Int
    private let rate: Double

    init(_ site: WarmSite, _ effort: Effort) throws {
        let addresses = try Self.addresses(site)
        // Pages take longer than what the server’s own figures are made with.
        let goals = effort.isQuick ? effort.requestMarks.map { $0 / 4 } : effort.requestMarks
        Progress.tell("pages: \(goals.last ?? 0) requests for \(addresses.count) addresses")
        let wrk = try Wrk(Self.script(addresses, site.keepers.map(\.field)))
        self.addresses = addresses.count
        var requests = 0
        var seconds = 0.0
        marks = try goals.map { mark in
            while requests < mark {
                let rate = requests > 0 ? Double(requests) / seconds : Double(mark)
                let length = min(10, max(1, Int(Double(mark - requests) / rate)))
                let load = try wrk.load(site.peer, "/", connections: PageMatch.connections, seconds: length)
                requests += load.requests
                seconds += load.seconds
            }
            return Mark(requests: requests, memory: try site.peer.processes.residentMemory())
        }
        rate = Double(requests) / seconds
    }

    /// Lists, searches, heroes, and what heroes are in.
    private static func addresses(_ site: WarmSite) throws -> [String] {
        let heroes = try CatalogueFiles().heroes
        let client = try PlainClient(port: site.peer.port)
        let pages = (heroes.count + 19) / 20
        var addresses: [String] = []
        for page in 1...pages {
            addresses.append("/heroes?page=\(page)")
            let text = try client.page("/heroes?page=\(page)").text
            let found = text.matches(of: /href="(\/heroes\/\d+-[^"?#]+)"/).map { String($0.1) }
            addresses += found
            addresses += found.prefix(5).flatMap { ["\($0)/comics", "\($0)/series"] }
        }
        addresses += Set(heroes.map { String($0.name.lowercased().filter(\.isLetter).prefix(2)) }).sorted()
            .filter { $0.count == 2 && $0.utf8.count == 2 }.map { "/heroes?q=\($0)" }
        for address in addresses {
            let status = try client.page(address).status
            guard status == 200 else { throw Unmeasurable("\(address): status \(status)") }
        }
        return addresses
    }

    /// Goes through the addresses, each in one of the ways; now and then one in turn of all addresses in all ways, which
    /// are more than the site remembers.
    private static func script(_ addresses: [String], _ cookies: [String]) -> String {
        let paths = addresses.map { "\"\($0)\"" }.joined(separator: ",")
        let values = cookies.map { "\"\($0.dropFirst("Cookie: ".count))\"" }.joined(separator: ",")
        return """
            local many, few, number, rare = {}, {}, 0, 0
            init = function()
                for place, path in ipairs({\(paths)}) do
                    local ways = {}
                    for _, cookie in ipairs({false, \(values)}) do
                        for _, coding in ipairs({"identity", "gzip"}) do
                            local fields = {["Accept-Encoding"] = coding}
                            if cookie then fields["Cookie"] = cookie end
                            ways[#ways + 1] = wrk.format("GET", path, fields)
                            many[#many + 1] = ways[#ways]
                        end
                    end
                    few[#few + 1] = ways[place % #ways + 1]
                end
            end
            request = function()
                number = number + 1
                if number % \(rarity) == 0 then
                    rare = rare % #many + 1
                    return many[rare]
                end
                return few[number % #few + 1]
            end
            """
    }

    var text: String {
        """
        \(addresses) addresses in turn, of lists, searches, heroes and what they are in, by three visitors, one of them \
        without a cookie, with gzip and without; one of \(Self.rarity) for any address in any way, of which the site does not \
        remember all. \(rate.text(0)) requests a second.
        """
    }

    var table: String {
        var table = Table("requests answered", "resident memory, MB")
        for mark in marks { table.add(String(mark.requests), (Double(mark.memory) / 1e6).text(1)) }
        return table.text
    }

    var figures: [Figure] {
        guard let last = marks.last, marks.count > 1 else { return [] }
        let before = marks[marks.count - 2]
        let growth = Double(last.memory - before.memory) / 1e6
        return [
            Figure(
                name: "pages: resident MB after \(last.requests) requests", value: Double(last.memory) / 1e6, digits: 1,
                goal: .atMost(80)),
            // What stays of a page that is forgotten would be tens of these.
            Figure(
                name: "pages: MB more after \(last.requests) requests than after \(before.requests)", value: growth,
                digits: 1, goal: .atMost(2)),
        ]
    }
}
