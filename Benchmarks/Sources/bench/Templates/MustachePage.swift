import Foundation
import Mustache
import Site

/// The list page by swift-mustache: the project's own templates, and its data as the dictionaries its users pass.
struct MustachePage {
    private let library: MustacheLibrary
    /// The text of each template by its name.
    private let templates: [String: String]
    private let page: [String: Any]

    init(_ view: HeroListView, folder: String = "Templates") throws {
        templates = try Self.templates(folder)
        var library = MustacheLibrary()
        for (name, text) in templates { try library.register(text, named: name) }
        self.library = library
        page = Self.dictionary(view)
    }

    func render() throws -> String {
        guard let text = library.render(page, withTemplate: "hero-list") else {
            throw Unmeasurable("swift-mustache has no hero-list")
        }
        return text
    }

    /// Writes the templates and the data, for a program of its own that renders them.
    func write(to folder: TemporaryFolder) throws {
        for (name, text) in templates { try folder.write(text.utf8, to: "\(name).mustache") }
        try folder.write(JSONSerialization.data(withJSONObject: page), to: "page.json")
    }

    /// The templates of the page. Its one piece of markup is marked as such, which swift-mustache goes by.
    private static func templates(_ folder: String) throws -> [String: String] {
        let names = [
            "layout", "preview", "hue", "transitions", "hero-list", "first-paint", "hero-gallery", "hero-card",
            "portrait", "heart", "invitation", "paging",
        ]
        let texts = try names.map { name in
            try String(contentsOfFile: "\(folder)/\(name).html", encoding: .utf8)
                .replacingOccurrences(of: ">{{attribution}}<", with: ">{{{attribution}}}<")
        }
        return Dictionary(uniqueKeysWithValues: zip(names, texts))
    }

    private static func dictionary(_ view: HeroListView) -> [String: Any] {
        var page: [String: Any] = ["heading": view.heading]
        var frame = dictionary(view.frame)
        frame["transition"] = view.frame.transition.map { transition in
            var fields: [String: Any] = ["heroes": transition.heroes.map { ["id": $0.id] }]
            fields["page"] = view.page.map { ["number": $0, "before": $0 - 1, "after": $0 + 1] }
            return fields
        }
        page["frame"] = frame
        if case .ready(let gallery) = view.gallery { page["gallery"] = dictionary(gallery) }
        return page
    }

    private static func dictionary(_ frame: FrameView) -> [String: Any] {
        var fields: [String: Any] = [
            "title": frame.title, "search": frame.search, "searchLimit": Route.searchLimit,
            "isHeroes": frame.place == .heroes, "isFavourites": frame.place == .favourites,
            "isUnlisted": frame.isUnlisted, "favouriteCount": frame.favouriteCount, "nonce": frame.nonce,
            "stylesheet": frame.stylesheet.string, "script": frame.script.string, "icon": frame.icon.string,
            "touchIcon": frame.touchIcon.string, "manifest": Route.manifest.path,
            "searchDescription": Route.searchDescription.path, "index": Route.index("a", page: 1).path,
            "random": Route.random.path, "expectsHeroes": true, "expectsHead": false,
            "home": Route.heroes(search: nil, page: 1).path, "favourites": Route.favourites(page: 1).path,
        ]
        fields["summary"] = frame.summary
        fields["canonical"] = frame.canonical?.url.string
        fields["previous"] = frame.previous?.string
        fields["next"] = frame.next?.string
        fields["notice"] = frame.notice
        return fields
    }

    private static func dictionary(_ gallery: GalleryView) -> [String: Any] {
        var fields: [String: Any] = [
            "cards": gallery.cards.map(dictionary), "hasCards": !gallery.cards.isEmpty, "summary": gallery.summary,
        ]
        fields["paging"] = gallery.paging.map(dictionary)
        fields["attribution"] = gallery.attribution?.markup
        return fields
    }

    private static func dictionary(_ paging: PagingView) -> [String: Any] {
        var fields: [String: Any] = [
            "page": paging.page, "pageCount": paging.pageCount, "action": Route.heroes(search: nil, page: 1).path,
            "fields": [[String: Any]](),
        ]
        fields["first"] = paging.first?.string
        fields["previous"] = paging.previous?.string
        fields["next"] = paging.next?.string
        fields["last"] = paging.last?.string
        return fields
    }

    private static func dictionary(_ card: HeroCardView) -> [String: Any] {
        let portrait = card.portrait
        var picture: [String: Any] = [
            "source": portrait.source.string, "smallWidth": portrait.smallWidth, "width": portrait.width,
            "height": portrait.height, "sizes": portrait.sizes, "alternative": portrait.alternative,
            "isLazy": portrait.isLazy, "isUrgent": portrait.isUrgent,
        ]
        picture["small"] = portrait.small?.string
        let heart: [String: Any] = [
            "action": Route.favourite(card.heart.hero).path, "name": card.heart.name, "isOn": card.heart.isOn,
            "back": card.heart.back.path,
        ]
        return [
            "id": card.id, "name": card.name, "address": Route.hero(card.id, named: card.name).path,
            "portrait": picture, "heart": heart,
        ]
    }
}
