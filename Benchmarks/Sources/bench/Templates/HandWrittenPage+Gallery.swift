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
        page.append(">\n")
    }

    private static func append(_ heart: HeartView, to page: inout [UInt8]) {
        page.append("<form class=\"heart\" method=\"post\" action=\"", Route.favourite(heart.hero).url.string, "\">\n")
        page.append("<input type=\"hidden\" name=\"back\" value=\"", heart.back.path, "\">\n")
        page.append("<button name=\"action\" value=\"")
        page.append(heart.isOn ? "remove\" aria-pressed=\"true" : "add\" aria-pressed=\"false")
        page.append(
            "\" aria-label=\"Favourite ", heart.name, "\"><svg><use href=\"#heart\"/></svg></button>\n</form>\n")
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
        page.append(
            "</li>\n</ul>\n<form class=\"go-to\" action=\"", Route.heroes(search: nil, page: 1).url.string, "\">\n")
        page.append("<label>Page <input name=\"page\" type=\"number\" inputmode=\"numeric\" min=\"1\" max=\"")
        page.append(
            "", paging.pageCount, "\" required></label>\n<button type=\"submit\">Go</button>\n</form>\n</nav>\n")
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
