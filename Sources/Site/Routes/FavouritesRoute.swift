import HTTP
import HTTPTypes
import Heroes

/// The forms that change favourites, and their files. The list itself is a `HeroList`.
package enum FavouritesRoute: Hashable, Sendable {
    /// `/favourites.json` and `/favourites.csv`
    case export(Format)
    /// `/favourites/import`: imports a list with POST, and shows the result.
    case importList
    /// `POST /favourites/clear`: removes all favourites.
    case clear
    /// `POST /favourites/undo`: undoes a change.
    case undo
    /// `/favourites/code`: creates a transfer code for another device with POST, and shows it.
    case code
    /// `/favourites/move?code=7Q2MX-0TB4K`: accepts the transfer code on the other device.
    case move(code: String?)
    /// `POST /favourites/1009610`: adds or removes a favourite.
    case toggle(Hero.ID)
    /// `/favourites/forget`: deletes all data of the visitor with POST, and says so.
    case forget

    package enum Format: String, Sendable { case json, csv }
}

extension FavouritesRoute {
    var address: Address {
        let form: [HTTPRequest.Method] = [.get, .head, .post]
        return switch self {
        case .export(let format): Address(.export, "/favourites." + format.rawValue)
        case .importList: Address(.import, "/favourites/import", methods: form)
        case .clear: Address(.clear, "/favourites/clear", methods: [.post])
        case .undo: Address(.undo, "/favourites/undo", methods: [.post])
        case .code: Address(.code, "/favourites/code", methods: form)
        case .move(let code): Address(.transfer, "/favourites/move", [("code", code)], methods: form)
        case .forget: Address(.forget, "/favourites/forget", methods: form)
        case .toggle(let id): Address(.toggle, "/favourites/" + String(id), methods: [.post])
        }
    }

    /// Parses the address of a form or file; returns nil for any other.
    init?(_ path: [String], _ query: Form) throws(RouteError) {
        switch path.segments {
        case ("favourites.json", nil, nil, nil): self = .export(.json)
        case ("favourites.csv", nil, nil, nil): self = .export(.csv)
        case ("favourites", "import", nil, nil): self = .importList
        case ("favourites", "clear", nil, nil): self = .clear
        case ("favourites", "undo", nil, nil): self = .undo
        case ("favourites", "code", nil, nil): self = .code
        case ("favourites", "move", nil, nil): self = .move(code: try query.code())
        case ("favourites", "forget", nil, nil): self = .forget
        case ("favourites", let id?, nil, nil): self = .toggle(try Route.number(id, named: "hero’s number"))
        default: return nil
        }
    }
}

extension Route {
    static func favourites(page: Int, _ order: FavouritesOrder = .added) -> Route {
        .list(.favourites(page: page, order))
    }
}
