import FoundationEssentials
import Heroes

extension FavouriteEntries {
    /// Reads a list of objects or of heroes' numbers, at the top level or within an object. Returns false if there is
    /// none.
    mutating func read(json: Data) -> Bool {
        // Anything but a list is reported as unreadable.
        guard let items = (try? JSONDecoder().decode(JSON.self, from: json))?.longestList, items.count <= Self.limit
        else { return false }
        for (index, item) in items.enumerated() {
            let added = item.text(of: .added).flatMap(ImportedDate.parse)
            add(item.text(of: .id).flatMap(Self.id), added, Location(unit: "Entry", number: index + 1))
        }
        return true
    }

    /// A JSON value, with numbers as texts, and an empty text for other scalars.
    private indirect enum JSON: Decodable {
        case text(String)
        case list([JSON])
        case object([String: JSON])

        /// The maximum nesting of the list of favourites. Decoding tries one type after another, which takes longer
        /// with depth: 400 levels in 800 bytes took 0.4 s.
        private static let depthLimit = 3

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let isTooDeep = decoder.codingPath.count > Self.depthLimit
            // After each failure the next type is tried.
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

        /// The value if it is a list, or the longest list within an object.
        var longestList: [JSON]? {
            switch self {
            case .text: nil
            case .list(let items): items
            case .object(let members): members.values.compactMap(\.longestList).max { $0.count < $1.count }
            }
        }

        /// Returns the field's text, or nil if it has none; a scalar is the hero's number.
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
