import HTML
import Site

/// The list page without a template: the same bytes, appended by hand as fast as it is plainly written.
enum HandWrittenPage {
    static func render(_ view: HeroListView) -> [UInt8] {
        var page: [UInt8] = []
        page.reserveCapacity(32 * 1024)
        append(head: view.frame, to: &page)
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
        page.append("</main>\n<footer class=\"colophon\">\n<p>Marvel and its characters belong to Marvel. ")
        page.append("MarvelHeroes is a project of its own and not affiliated with Marvel.</p>\n</footer>\n")
        page.append("</body>\n</html>\n")
        return page
    }

    private static func append(head frame: FrameView, to page: inout [UInt8]) {
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
        if let transition = frame.transition {
            page.append("<style nonce=\"", frame.nonce, "\">\n")
            page.append("@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}\n")
            for hero in transition.heroes { append(hero, to: &page) }
            page.append("}\n</style>\n")
        }
        page.append("<link rel=\"stylesheet\" href=\"", frame.stylesheet.string, "\">\n")
        page.append("<script src=\"", frame.script.string, "\" defer></script>\n</head>\n")
    }

    private static func append(_ hero: TransitionHeroView, to page: inout [UInt8]) {
        page.append("#hero-", hero.id, " .portrait{view-transition-name:hero-")
        page.append("", hero.id, "}\n")
        page.append("#hero-", hero.id, " .name{view-transition-name:name-")
        page.append("", hero.id, "}\n")
    }

    private static func append(masthead frame: FrameView, to page: inout [UInt8]) {
        let home = Route.heroes(search: nil, page: 1).url.string
        page.append("<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n")
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
