extension Route {
    /// The name of a route in metrics and logs, without any input of the visitor.
    package enum Name: UInt8, CaseIterable, Sendable {
        /// An address that the site does not have.
        case unknown
        case home, heroes, search, index, random, about, hero, section, shared, favourites, export, toggle,
            importFavourites,
            clear
        case undo, transferCode, transfer, forget, transitions, file, document, health, gallery, work

        /// The name as written in logs and metrics.
        package var text: String {
            switch self {
            case .importFavourites: "import"
            case .transferCode: "code"
            case .transfer: "move"
            default: String(describing: self)
            }
        }
    }

    package var name: Name {
        switch self {
        case .home: .home
        case .list(let list): list.name
        case .random: .random
        case .about: .about
        case .hero: .hero
        case .section: .section
        case .transitions: .transitions
        case .export: .export
        case .importFavourites: .importFavourites
        case .clear: .clear
        case .undo: .undo
        case .transferCode: .transferCode
        case .transfer: .transfer
        case .favourite: .toggle
        case .forget: .forget
        case .file, .favicon: .file
        case .sitemap, .robots, .manifest, .searchDescription: .document
        case .health: .health
        case .examples: .gallery
        }
    }
}
