import Heroes

/// What a visitor wants of their favourites.
enum Change: Sendable {
    case add([Favourite], onlyKnown: Bool)
    case remove([Hero.ID])
    case forget

    var isForget: Bool {
        if case .forget = self { true } else { false }
    }

    /// Whether it may be the first of a visitor never seen.
    var isFirst: Bool {
        if case .add(_, onlyKnown: false) = self { true } else { false }
    }

    /// What the visitor kept before, or why the change could not be made; nil where nobody knows the visitor.
    typealias Outcome = Result<[Favourite]?, FavouritesError>
}

/// What a visitor keeps, while changes are made.
struct ChangingList {
    /// Nil for a visitor never seen.
    private(set) var list: FavouriteList?

    init(_ favourites: [Favourite]?) { list = favourites.map(FavouriteList.init(ordered:)) }

    /// Makes the change, or none of it.
    mutating func make(_ change: Change, limit: Int) -> Change.Outcome {
        let before = list
        switch change {
        case .add(_, onlyKnown: true) where before == nil: break
        case .add(let favourites, _):
            var after = before ?? FavouriteList()
            do {
                try after.add(favourites, limit: limit)
            } catch {
                return .failure(error)
            }
            list = after
        case .remove(let heroes): list?.remove(heroes)
        case .forget: list = nil
        }
        return .success(before?.favourites)
    }
}
