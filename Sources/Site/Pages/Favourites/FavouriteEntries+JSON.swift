import FoundationEssentials
import Heroes

extension FavouriteEntries {
    /// Reads a list of objects or of heroes' numbers, alone or as a member of an object. Returns false if there is none.
    mutating func read(json: Data) -> Bool {
        // Anything but a list is reported as unreadable.
        guard let items = try? JSONDecoder().decode(Items.self, from: json).items else { return false }
        for (index, item) in items.enumerated() { add(item.id, item.added, Place(unit: "entry", number: index + 1)) }
        return true
    }

    /// The elements of a list, or of the longest one within an object.
    private struct Items: Decodable {
        let items: [Item]

        private static let depthLimit = 3
        private static let memberLimit = 20

        /// Throws for more elements, members and depth than a list of favourites has.
        init(from decoder: any Decoder) throws {
            // If it is no list it may be an object.
            if var list = try? decoder.unkeyedContainer() {
                items = try Self.elements(&list)
            } else {
                items = try Self.longestList(in: decoder)
            }
        }

        private static func elements(_ list: inout any UnkeyedDecodingContainer) throws -> [Item] {
            var items: [Item] = []
            while !list.isAtEnd {
                guard items.count < FavouriteEntries.limit else {
                    throw DecodingError.dataCorruptedError(in: list, debugDescription: "too many elements")
                }
                items.append(try list.decode(Item.self))
            }
            return items
        }

        private static func longestList(in decoder: any Decoder) throws -> [Item] {
            let object = try decoder.container(keyedBy: Key.self)
            let keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
            let isTooLarge = keys.count > memberLimit || decoder.codingPath.count >= depthLimit
            // Other members are not what is looked for.
            let lists = isTooLarge ? [] : keys.compactMap { try? object.decode(Items.self, forKey: $0).items }
            guard let longest = lists.max(by: { $0.count < $1.count }) else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no list"))
            }
            return longest
        }
    }

    /// One element of a list, whatever it is.
    private struct Item: Decodable {
        var id: Hero.ID?
        var added: Date?

        init(from decoder: any Decoder) throws {
            // An element that is no object may be a hero's number, or is a bad entry and not the end of the list.
            guard let object = try? decoder.container(keyedBy: Key.self) else {
                id = try Scalar(from: decoder).text.flatMap(FavouriteEntries.id)
                return
            }
            let keys = object.allKeys
            let names = keys.map(\.stringValue)
            func text(_ field: FavouriteField) throws -> String? {
                try field.index(in: names).flatMap { try object.decode(Scalar.self, forKey: keys[$0]).text }
            }
            id = try text(.id).flatMap(FavouriteEntries.id)
            added = try text(.added).flatMap(ListedTime.parse)
        }
    }

    /// A number or a text as a text; nothing for other values.
    private struct Scalar: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            // Of another type it is tried as the next one.
            if let number = try? value.decode(Int.self) {
                text = String(number)
            } else if let string = try? value.decode(String.self) {
                text = FavouriteEntries.trimmed(string)
            } else {
                text = (try? value.decode(Double.self)).map { String($0) }
            }
        }
    }

    /// Any name of a member.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}
