extension Catalogue.Character {
    var fields: [String: JSON] {
        let picture: JSON = emblem == nil ? .placeholder : .picture(.characters, id)
        var fields: [String: JSON] = [
            "name": .string(name), "description": .string(description), "thumbnail": picture,
        ]
        fields["modified"] = modified.map(JSON.string)
        let wiki = wiki.map { JSON.link("wiki", .string($0)) }
        fields["urls"] = .array([JSON.detail(.characters, id, name: name), wiki].compactMap(\.self))
        return fields
    }
}

extension Catalogue.Series {
    func fields(_ titles: Titles) -> [String: JSON] {
        [
            "title": .string(title), "description": description.isEmpty ? .null : .string(description),
            "startYear": .integer(startYear), "endYear": .integer(endYear), "rating": .string(rating),
            "type": .string(type), "thumbnail": .picture(.series, id),
            "urls": .details(.series, id, name: title), "next": titles.reference(.series, next),
            "previous": titles.reference(.series, previous),
        ]
    }
}

extension Catalogue.Event {
    func fields(_ titles: Titles) -> [String: JSON] {
        [
            "title": .string(title), "description": .string(description),
            "start": start.map { .string("\($0) 00:00:00") } ?? .null,
            "end": end.map { .string("\($0) 00:00:00") } ?? .null, "thumbnail": .picture(.events, id),
            "urls": .details(.events, id, name: title), "next": titles.reference(.events, next),
            "previous": titles.reference(.events, previous),
        ]
    }
}

extension Catalogue.Comic {
    func fields(_ titles: Titles) -> [String: JSON] {
        var fields: [String: JSON] = [
            "title": .string(title), "issueNumber": .decimal(issueNumber),
            "description": description.isEmpty ? .null : .string(description), "format": .string(format),
            "pageCount": .integer(pageCount), "series": titles.reference(.series, series),
            "thumbnail": .picture(.comics, id), "images": .array([.picture(.comics, id)]),
            "urls": .details(.comics, id, name: title),
        ]
        for (name, code) in codes { fields[name] = .string(code) }
        fields["prices"] = .array([
            .object([JSON.Member("type", .string("printPrice")), JSON.Member("price", .decimal(price))])
        ])
        if let onSale {
            let date = JSON.string("\(onSale)T00:00:00\(Self.newYorkOffset(onSale))")
            fields["dates"] = .array([
                .object([JSON.Member("type", .string("onsaleDate")), JSON.Member("date", date)])
            ])
        }
        return fields
    }

    /// The live service told dates in New York's time: by the month, whether summer time holds.
    private static func newYorkOffset(_ date: String) -> String {
        (4...10).contains(Int(date.dropFirst(5).prefix(2)) ?? 0) ? "-0400" : "-0500"
    }
}

extension Catalogue.Story {
    func fields(_ titles: Titles) -> [String: JSON] {
        [
            "title": .string(title), "description": .string(description), "type": .string(type),
            "originalIssue": titles.reference(.comics, comic),
        ]
    }
}

extension Catalogue.Creator {
    var fields: [String: JSON] {
        [
            "firstName": .string(firstName), "middleName": .string(middleName), "lastName": .string(lastName),
            "suffix": .string(suffix), "fullName": .string(fullName), "thumbnail": .placeholder,
            "urls": .details(.creators, id, name: fullName),
        ]
    }
}

extension JSON {
    /// A picture that `Images` draws.
    static func picture(_ kind: Kind, _ id: Int) -> JSON {
        .object([Member("path", .local("/images/\(kind.rawValue)/\(id)")), Member("extension", .string("svg"))])
    }

    /// What stands for no picture, in the shape by which clients know it.
    static let placeholder = JSON.object([
        Member("path", .local("/images/image_not_available")), Member("extension", .string("jpg")),
    ])
}
