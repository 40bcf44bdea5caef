import Basics
import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes
import Synchronization

extension Visit {
    var changes: FavouritesChanges { FavouritesChanges(visit: self) }
}

/// The steps that the forms share that change favourites: adding, redirecting with cookies, and recording for an undo.
struct FavouritesChanges {
    let visit: Visit

    let page = Route.favourites(page: 1)

    private var site: Site { visit.site }

    var now: Date { site.configuration.now() }

    /// Returns the result of the work; throws its error as the visitor's page.
    func failing<Value>(
        retry: Route, _ work: @autoclosure () async throws(FavouritesError) -> Value
    ) async throws(Failure) -> Value {
        do throws(FavouritesError) {
            return try await work()
        } catch {
            throw Failure(error, retry: retry)
        }
    }

    /// Adds favourites of the visitor in the cookie, or of a new visitor. A cookie that the store does not have is
    /// ignored, so that a client cannot choose its own token.
    func add(_ list: [Favourite], retry: Route) async throws(Failure) -> ChangedVisitor {
        if let visitor = visit.visitor,
            let update = try await failing(retry: retry, await site.favourites.add(list, forExisting: visitor))
        {
            return ChangedVisitor(visitor, update)
        }
        let visitor = try await newVisitor(retry)
        do {
            let update = try await failing(retry: retry, await site.favourites.add(list, for: visitor))
            site.newVisitors.count.add(1, ordering: .relaxed)
            return ChangedVisitor(visitor, update)
        } catch {
            await site.newVisitors.refund(visit)
            throw error
        }
    }

    /// Returns a new visitor. Throws a failure if the network is over its limit.
    private func newVisitor(_ back: Route) async throws(Failure) -> Visitor {
        warnAboutUntrustedProxy()
        if let seconds = try await failing(retry: back, await site.newVisitors.consume(visit)) {
            throw .rateLimited(
                "Please try again later", "Too many new lists were started from your network.", seconds: seconds,
                next: back, nextLabel: "Go back")
        }
        var generator = site.configuration.generator
        return Visitor.new(using: &generator)
    }

    /// Logs once that all visitors share one limit because the proxy is not trusted.
    private func warnAboutUntrustedProxy() {
        guard visit.request.fields.value(named: "x-forwarded-for") != nil,
            !visit.request.isFrom(site.configuration.trustedProxies),
            !site.newVisitors.hasWarned.exchange(true, ordering: .relaxed)
        else { return }
        let peer = ClientAddress(visit.request.peer)?.text ?? "the proxy's address"
        site.configuration.log(
            """
            X-Forwarded-For from \(peer) is ignored: it is not a trusted proxy, so all visitors behind it share one limit \
            of first favourites (if this is your proxy, start with --trusted-proxy \(peer))
            """)
    }

    /// Removes the favourites, and redirects to the remaining ones.
    func remove(_ favourites: [Favourite], of visitor: Visitor) async throws(Failure) -> Response {
        let heroes = favourites.map(\.id)
        let update = try await failing(retry: page, await site.favourites.remove(heroes, for: visitor))
        let removed = Set(heroes)
        await recordChange(update.before.filter { removed.contains($0.id) }, of: visitor)
        return redirect(update.before.isEmpty ? nil : ChangedVisitor(visitor, update))
    }

    /// Adds removed or imported favourites to the undo history.
    func recordChange(_ favourites: [Favourite], isAddition: Bool = false, of visitor: Visitor) async {
        let now = now
        guard !favourites.isEmpty, site.undoLimit.allows(favourites.count, visit, now) else { return }
        await site.orLog(
            "cannot store an undo history",
            try await site.expiringStore.update(.undoHistory, for: visitor.hash) { (previous: UndoHistory?) in
                var history = previous ?? UndoHistory()
                history.append(favourites, isAddition: isAddition, now: now)
                return history
            })
    }

    func redirect(_ changed: ChangedVisitor?) -> Response {
        Response.redirect(to: page.url).setting(cookies(changed))
    }

    /// Returns the cookies that identify the visitor and invalidate cached hearts; empty without a visitor.
    func cookies(_ changed: ChangedVisitor?) -> [String] {
        guard let changed else { return [] }
        let cookie = VisitorCookie(visit.request, site.configuration)
        return [
            cookie.setCookie(for: changed.visitor),
            cookie.toggleCookie(site.configuration.random(), revision: changed.revision),
        ].compactMap(\.self)
    }
}

struct ChangedVisitor {
    let visitor: Visitor
    /// The revision of the favourites after the change, if the store has one.
    let revision: UInt64?

    init(_ visitor: Visitor, _ update: FavouritesUpdate) {
        (self.visitor, revision) = (visitor, update.after.revision)
    }
}

extension Response {
    func setting(_ cookies: [String]) -> Response {
        var response = self
        for cookie in cookies { response.fields.append(HTTPField(name: .setCookie, value: cookie)) }
        return response
    }
}

extension RateLimit {
    /// Allows this many per hour, in a burst or spread out.
    convenience init(perHour limit: Int) { self.init(burst: Double(limit), perSecond: Double(limit) / 3600) }
}

extension Failure {
    /// Returns the failure of a network over its limit, with the time to wait.
    static func rateLimited(
        _ heading: String, _ sentence: String, seconds: Int, next: Route = .favourites(page: 1),
        nextLabel: String = "Back to your favourites"
    ) -> Failure {
        let minutes = (seconds + 59) / 60
        return Failure(
            status: .tooManyRequests, heading: heading,
            sentence: "\(sentence) Nothing was changed. Try again in \(minutes) minute\(minutes == 1 ? "" : "s").",
            fields: [.retryAfter: String(seconds)], next: next, nextLabel: nextLabel)
    }
}

/// The limit of new visitors per network and, ten times as high, per wide network: the owner of an IPv6 /48 has 65,536
/// networks, with which the disk could be filled.
final class NewVisitors: Sendable {
    private let limit: any NewVisitorLimit
    private let wideLimit: any NewVisitorLimit
    /// The number of new visitors with a stored favourite since the start.
    let count = Atomic<Int>(0)
    /// True once the log has a warning of an untrusted proxy.
    let hasWarned = Atomic<Bool>(false)

    /// `limit` returns a limit of this many per hour.
    init(perHour count: Int, _ limit: (Int) -> any NewVisitorLimit) {
        (self.limit, wideLimit) = (limit(count), limit(10 * count))
    }

    /// Counts a new visitor. Returns nil if it is within the limits, otherwise the seconds until it would be.
    func consume(_ visit: Visit) async throws(FavouritesError) -> Int? {
        if let seconds = try await limit.consume(visit.network) { return seconds }
        guard let seconds = try await wideLimit.consume(visit.wideNetwork) else { return nil }
        await limit.refund(visit.network)
        return seconds
    }

    /// Takes back a counted visitor that was not stored.
    func refund(_ visit: Visit) async {
        await limit.refund(visit.network)
        await wideLimit.refund(visit.wideNetwork)
    }
}

/// The limit of new visitors in the memory of this process.
struct LocalNewVisitorLimit: NewVisitorLimit {
    private let limit: RateLimit
    private let now: @Sendable () -> Date

    init(perHour limit: Int, now: @escaping @Sendable () -> Date) {
        (self.limit, self.now) = (RateLimit(perHour: limit), now)
    }

    func consume(_ network: [UInt8]) async throws(FavouritesError) -> Int? { limit.consume(network, at: now()) }

    func refund(_ network: [UInt8]) async { limit.refund(network, at: now()) }
}
