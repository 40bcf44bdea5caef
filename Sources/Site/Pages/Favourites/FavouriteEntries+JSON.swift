import FoundationEssentials
import Heroes

extension FavouriteEntries {
    /// Reads a list of objects or of heroes' numbers, alone or within an object. Returns false if there is none.
    mutating func read(json: Data) -> Bool {
        // Anything but a list is reported as unreadable.
        guard let items = (try? JSONDecoder().decode(JSON.self, from: json))?.longestList, items.count <= Self.limit
        else { return false }
        for (index, item) in items.enumerated() {
            let added = item.text(of: .added).flatMap(ImportedDate.parse)
            add(item.text(of: .id).flatMap(Self.id), added, Location(unit: "entry", number: index + 1))
        }
        return true
    }

    /// A JSON value, with numbers as texts and an empty text for what is neither number nor text.
    private indirect enum JSON: Decodable {
        case text(String)
        case list([JSON])
        case object([String: JSON])

        /// Lists within lists that a list of favourites may be in. To try a value as one thing after another takes the
        /// longer the deeper it is: 400 levels in 800 bytes took 0.4 s.
        private static let depthLimit = 3

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let isTooDeep = decoder.codingPath.count > Self.depthLimit
            // Of another type it is tried as the next one.
            if let number = try? value.decode(Int.self) {
                self = .text(String(number))
            } else if let string = try? value.decode(String.self) {
                self = .text(FavouriteEntries.trimmed(string))
            } else if !isTooDeep, let object = try? value.decode([String: JSON].self) {
                self = .object(object)
            } else if !isTooDeep, let list = try? value.decode([JSON].self) {
                self = .list(list)
            } else {
                self = .text((try? value.decode(Double.self)).map { String($0) } ?? "")
            }
        }

        /// The list itself, or the longest one within an object.
        var longestList: [JSON]? {
            switch self {
            case .text: nil
            case .list(let items): items
            case .object(let members): members.values.compactMap(\.longestList).max { $0.count < $1.count }
            }
        }

        /// Returns the field's value if that is a text; the hero's number may stand alone.
        func text(of field: FavouriteField) -> String? {
            switch self {
            case .text(let text): return field == .id ? text : nil
            case .list: return nil
            case .object(let members):
                let names = Array(members.keys)
                guard let index = field.index(in: names), case .text(let text)? = members[names[index]] else {
                    return nil
                }
                return text
            }
        }
    }
}
