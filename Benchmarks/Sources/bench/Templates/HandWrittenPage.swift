import HTML
import Site

/// The list page without a template: the same bytes, appended by hand as fast as it is plainly written.
enum HandWrittenPage {
    static func render(_ view: HeroListView) -> [UInt8] {
        var page: [UInt8] = []
        page.reserveCapacity(32 * 1024)
        append(head: view.frame, page: view.page, to: &page)
        append(masthead: view.frame, to: &page)
        page.append("<main id=\"main\" tabindex=\"-1\">\n")
        if let notice = view.frame.notice {
            page.append("<p class=\"notice\" role=\"status\">")
            page.append(escaping: notice)
            page.append("</p>\n")
        }
        page.append("<div class=\"page-heading\">\n<h1>")
        page.append(escaping: view.heading)
        page.append("</h1>\n</div>\n")
        if case .ready(let gallery) = view.gallery { append(gallery, to: &page) }
        page.append(
            "</main>\n<p class=\"unseen\" id=\"status\" role=\"status\"></p>\n<footer class=\"colophon\" id=\"end\">\n")
        page.append("<nav aria-label=\"More ways to look\">\n<a href=\"", Route.index("a", page: 1).url.string, "\">")
        page.append("Heroes from A to Z</a>\n<a href=\"", Route.random.url.string, "\">Any hero</a>\n</nav>\n")
        page.append("<p>Marvel and its characters belong to Marvel. ")
        page.append("MarvelHeroes is a project of its own and not affiliated with Marvel.</p>\n</footer>\n")
        page.append("</body>\n</html>\n")
        return page
    }

    private static func append(head frame: FrameView, page number: Int?, to page: inout [UInt8]) {
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        page.append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        page.append(escaping: frame.title)
        page.append(" · MarvelHeroes</title>\n")
        if let summary = frame.summary { page.append("<meta name=\"description\" content=\"", summary, "\">\n") }
        if frame.isUnlisted { page.append("<meta name=\"robots\" content=\"noindex\">\n") }
        if let route = frame.canonical { page.append("<link rel=\"canonical\" href=\"", route.url.string, "\">\n") }
        if let url = frame.previous { page.append("<link rel=\"prev\" href=\"", url.string, "\">\n") }
        if let url = frame.next { page.append("<link rel=\"next\" href=\"", url.string, "\">\n") }
        page.append("<link rel=\"icon\" href=\"", frame.icon.string, "\" type=\"image/svg+xml\">\n")
        page.append("<link rel=\"apple-touch-icon\" href=\"", frame.touchIcon.string, "\">\n")
        page.append("<link rel=\"manifest\" href=\"", Route.manifest.url.string, "\">\n")
        page.append("<link rel=\"search\" href=\"", Route.searchDescription.url.string, "\" ")
        page.append("type=\"application/opensearchdescription+xml\" title=\"MarvelHeroes\">\n")
        page.append("<link rel=\"expect\" href=\"#end\" blocking=\"render\">\n")
        page.append("<style nonce=\"", frame.nonce, "\" id=\"look\">\n@media (prefers-reduced-motion:no-preference){\n")
        page.append("@view-transition{navigation:auto}\n}\n")
        if let transition = frame.transition {
            for hero in transition.heroes { append(hero, to: &page) }
            if let number { append(slidingPage: number, to: &page) }
        }
        page.append("</style>\n")
        page.append("<link rel=\"stylesheet\" href=\"", frame.stylesheet.string, "\">\n")
        page.append(
            "<script src=\"", frame.script.string, "\" defer></script>\n<script type=\"speculationrules\" nonce=\"")
        page.append("", frame.nonce, "\">{\"prefetch\":[{\"where\":{\"selector_matches\":\".card-link\"},")
        page.append("\"eagerness\":\"moderate\"}]}</script>\n</head>\n")
    }

    private static func append(_ hero: TransitionHeroView, to page: inout [UInt8]) {
        page.append("#hero-", hero.id, "{--portrait:hero-")
        page.append("", hero.id, ";--name:name-")
        page.append("", hero.id, "}\n")
    }

    private static func append(slidingPage number: Int, to page: inout [UInt8]) {
        page.append("#heroes{view-transition-name:page-", number, "}\n")
        page.append("#heroes .portrait{view-transition-class:portrait page-", number, "}\n")
        page.append("#heroes .name{view-transition-class:name page-", number, "}\n")
        for (side, neighbour) in [("start" as StaticString, number - 1), ("end", number + 1)] {
            page.append("::view-transition-old(page-", neighbour, "),::view-transition-old(.page-")
            page.append("", neighbour, "):only-child{animation-name:to-")
            page.append(side)
            page.append("}\n")
        }
    }

    private static func append(masthead frame: FrameView, to page: inout [UInt8]) {
        let home = Route.heroes(search: nil, page: 1).url.string
        page.append("<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n")
        page.append("<svg class=\"unseen\" aria-hidden=\"true\" focusable=\"false\"><symbol id=\"heart\" ")
        page.append("viewBox=\"0 0 24 24\"><path d=\"M12 20.7 4.2 13a5.3 5.3 0 0 1 7.5-7.5l.3.3.3-.3")
        page.append("a5.3 5.3 0 0 1 7.5 7.5z\"/></symbol></svg>\n")
        page.append("<header class=\"masthead\">\n<a class=\"brand\" href=\"", home, "\"")
        if frame.place == .heroes { page.append(" aria-current=\"true\"") }
        page.append("><span class=\"brand-mark\" aria-hidden=\"true\"></span>Marvel<b>Heroes</b></a>\n")
        page.append("<search>\n<form class=\"search\" action=\"", home, "\" method=\"get\">\n")
        page.append("<label class=\"unseen\" for=\"q\">Search heroes by name</label>\n")
        page.append("<input id=\"q\" name=\"q\" type=\"search\" value=\"", frame.search, "\" maxlength=\"")
        page.append("", Route.searchLimit, "\" placeholder=\"Name starts with…\" autocomplete=\"off\" ")
        page.append("enterkeyhint=\"search\">\n<button type=\"submit\">Search</button>\n</form>\n</search>\n")
        page.append("<nav aria-label=\"Favourites\">\n<a class=\"kept\" href=\"")
        page.append("", Route.favourites(page: 1).url.string, "\"")
        if frame.place == .favourites { page.append(" aria-current=\"page\"") }
        page.append("><span class=\"kept-label\">Favourites</span> <span class=\"kept-count\" id=\"kept-count\">")
        page.append("", frame.favouriteCount, "</span></a>\n</nav>\n</header>\n")
    }
}

extension [UInt8] {
    mutating func append(_ literal: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends text, escaped, between two literals.
    mutating func append(_ before: StaticString, _ text: String, _ after: StaticString) {
        append(before)
        append(escaping: text)
        append(after)
    }

    /// Appends a number between two literals.
    mutating func append(_ before: StaticString, _ number: Int, _ after: StaticString) {
        append(before)
        append(decimal: number)
        append(after)
    }
}
