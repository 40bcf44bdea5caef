import HTML
import Site

extension HandWrittenPage {
    static func append(_ gallery: GalleryView, to page: inout [UInt8]) {
        page.append("<div id=\"heroes\" class=\"arrived\">\n")
        if let url = gallery.lateTransitions { page.append("<link rel=\"stylesheet\" href=\"", url.string, "\">\n") }
        if !gallery.cards.isEmpty {
            page.append("<p class=\"summary\">")
            if let paging = gallery.paging {
                page.append("Page ", paging.page, " of ")
                page.append("", paging.pageCount, " · ")
            }
            page.append("", gallery.summary, "</p>\n<ul class=\"cards\">\n")
            for card in gallery.cards { append(card, to: &page) }
            page.append("</ul>\n")
        }
        if let paging = gallery.paging { append(paging, to: &page) }
        if let attribution = gallery.attribution {
            page.append("<p class=\"attribution\">")
            page.append(raw: attribution.markup)
            page.append("</p>\n")
        }
        page.append("</div>\n")
    }

    private static func append(_ card: HeroCardView, to page: inout [UInt8]) {
        page.append("<li class=\"card\" id=\"hero-", card.id, "\">\n<a class=\"card-link\" href=\"")
        page.append("", Route.hero(card.id, named: card.name).url.string, "\">\n")
        append(card.portrait, to: &page)
        page.append("<span class=\"name\">", card.name, "</span>\n</a>\n")
        append(card.heart, to: &page)
        page.append("</li>\n")
    }

    private static func append(_ portrait: PortraitView, to page: inout [UInt8]) {
        page.append("<img class=\"portrait\" src=\"", portrait.source.string, "\"")
        if let small = portrait.small {
            page.append(" srcset=\"", small.string, " ")
            page.append("", portrait.smallWidth, "w, ")
            page.append("", portrait.source.string, " ")
            page.append("", portrait.width, "w\" sizes=\"")
            page.append("", portrait.sizes, "\"")
        }
        page.append(" width=\"", portrait.width, "\" height=\"")
        page.append("", portrait.height, "\" alt=\"")
        page.append("", portrait.alternative, "\"")
        if portrait.isLazy { page.append(" loading=\"lazy\"") }
        if portrait.isUrgent { page.append(" fetchpriority=\"high\"") }
        page.append(" decoding=\"async\">\n")
    }

    private static func append(_ heart: HeartView, to page: inout [UInt8]) {
        page.append("<form class=\"heart\" method=\"post\" action=\"", Route.favourite(heart.hero).url.string, "\">\n")
        page.append("<input type=\"hidden\" name=\"back\" value=\"", heart.back.path, "\">\n")
        page.append("<button type=\"submit\" name=\"action\" value=\"")
        page.append(heart.isOn ? "remove\" aria-pressed=\"true" : "add\" aria-pressed=\"false")
        page.append("\" aria-label=\"Favourite ", heart.name, "\" title=\"Favourite ")
        page.append("", heart.name, "\">\n<svg viewBox=\"0 0 24 24\" width=\"24\" height=\"24\" aria-hidden=\"true\" ")
        page.append("focusable=\"false\"><path d=\"M12 20.7 4.2 13a5.3 5.3 0 0 1 7.5-7.5l.3.3.3-.3")
        page.append("a5.3 5.3 0 0 1 7.5 7.5z\"/></svg>\n</button>\n</form>\n")
    }

    private static func append(_ paging: PagingView, to page: inout [UInt8]) {
        page.append("<nav class=\"paging\" aria-label=\"Pages\">\n<ul>\n<li>")
        append(paging.first, "\">First</a>", "First", to: &page)
        page.append("</li>\n<li>")
        append(paging.previous, "\" rel=\"prev\">Previous</a>", "Previous", to: &page)
        page.append("</li>\n<li><span class=\"paging-here\" aria-current=\"page\">Page ", paging.page, " of ")
        page.append("", paging.pageCount, "</span></li>\n<li>")
        append(paging.next, "\" rel=\"next\">Next</a>", "Next", to: &page)
        page.append("</li>\n<li>")
        append(paging.last, "\">Last</a>", "Last", to: &page)
        page.append("</li>\n</ul>\n</nav>\n")
    }

    private static func append(
        _ url: SafeURL?, _ end: StaticString, _ label: StaticString, to page: inout [UInt8]
    ) {
        if let url {
            page.append("<a href=\"", url.string, end)
        } else {
            page.append("<span aria-disabled=\"true\">")
            page.append(label)
            page.append("</span>")
        }
    }
}
