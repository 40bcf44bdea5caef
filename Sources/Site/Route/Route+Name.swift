extension Route {
    /// What a route is called where requests are counted; few, and without anything that a visitor chose.
    package enum Name: UInt8, CaseIterable, Sendable {
        /// No address of the site.
        case unknown
        case home, heroes, search, index, random, hero, section, shared, favourites, export, toggle, takeIn, clear
        case undo, code, move, forget, transitions, file, document, health, gallery

        /// As it is written in logs and figures.
        package var text: String {
            switch self {
            case .takeIn: "import"
            default: String(describing: self)
            }
        }
    }

    package var name: Name {
        switch self {
        case .home: .home
        case .heroes(let search, _): search == nil ? .heroes : .search
        case .literal: .search
        case .index: .index
        case .random: .random
        case .hero: .hero
        case .section: .section
        case .transitions: .transitions
        case .favourites: .favourites
        case .export: .export
        case .takeIn: .takeIn
        case .clear: .clear
        case .undo: .undo
        case .code: .code
        case .move: .move
        case .shared: .shared
        case .favourite: .toggle
        case .forget: .forget
        case .file, .favicon: .file
        case .sitemap, .robots, .manifest, .searchDescription: .document
        case .health: .health
        case .examples: .gallery
        }
    }
}
