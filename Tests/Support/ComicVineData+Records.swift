/// Records as JSON, with the recorded field names, the misspelled ones included.
extension ComicVineData {
    typealias Fields = [(name: String, value: ComicVineValue)]

    /// Returns a record with the fields of lists, or those of a detail, too; nil if it does not exist.
    func record(_ kind: ComicVineKind, _ id: Int, isDetail: Bool) -> Fields? {
        guard kind.ids(self).contains(id) else { return nil }
        switch kind {
        case .publisher: return publisherFields(id)
        case .character: return fields(character(id), isDetail: isDetail)
        case .issue: return issueFields(id, isDetail: isDetail)
        case .volume: return volumeFields(id, isDetail: isDetail)
        case .storyArc: return storyArcFields(id, isDetail: isDetail)
        }
    }

    private func reference(to publisher: ServedCharacter.Publisher) -> ComicVineValue {
        ComicVineKind.publisher.reference(publisher.id, publisher.name, inCredits: false)
    }

    private func reference(toIssue id: Int, inCredits: Bool = true) -> ComicVineValue {
        ComicVineKind.issue.reference(id, issueName(id), inCredits: inCredits)
    }

    private func publisherFields(_ id: Int) -> Fields {
        let publisher = ServedCharacter.Publisher.all.first { $0.id == id } ?? .marvel
        let members = characterIDs(of: publisher).map { ComicVineKind.character.reference($0, name($0)) }
        return [
            ("characters", .list(members)), ("id", .number(id)), ("name", .text(publisher.name)),
            ("site_detail_url", .text("\(ServedCharacter.Picture.site)/publisher/4010-\(id)/")),
        ]
    }

    /// The lists `story_arc_credits` and `volume_credits` have next to nothing, as in the real API.
    private func fields(_ character: ServedCharacter, isDetail: Bool) -> Fields {
        let credits = credits(of: character)
        let list: Fields = [
            ("aliases", .optional(character.realName.map { "\($0)\r\nThe \(character.name)" })),
            ("count_of_issue_appearances", .number(credits.count)), ("date_added", "2008-06-06 11:27:37"),
            ("date_last_updated", .text(character.updated)), ("deck", .optional(character.deck)),
            ("description", .optional(character.description)),
            ("first_appeared_in_issue", credits.last.map { reference(toIssue: $0, inCredits: false) } ?? nil),
            ("gender", character.gender.map(ComicVineValue.number) ?? nil), ("id", .number(character.id)),
            ("image", character.picture.value),
        ]
        let end: Fields = [
            ("name", .text(character.name)), ("origin", nil),
            ("publisher", character.publisher.map(reference) ?? nil),
            ("real_name", .optional(character.realName)),
            ("site_detail_url", .text("\(ServedCharacter.Picture.site)/hero/4005-\(character.id)/")),
        ]
        guard isDetail else { return list + end }
        let works: Fields = [
            ("issue_credits", .list(credits.map { reference(toIssue: $0) })), ("story_arc_credits", .list([])),
            ("volume_credits", .list([])), ("isssues_disbanded_in", .list([])),
        ]
        // Empty lists may be absent.
        return list + end + (credits.isEmpty ? [] : works)
    }

    private func issueFields(_ id: Int, isDetail: Bool) -> Fields {
        let (hash, volume) = (hash(id), volume(ofIssue: id))
        let review = ComicVineKind.issue.reference(id, "Review")
        let fields: Fields = [
            ("aliases", nil), ("cover_date", .text(coverDate(id))), ("date_added", "2008-06-06 11:21:45"),
            ("date_last_updated", "2026-03-28 15:34:15"), ("deck", hash % 50 == 0 ? "A" : nil),
            ("description", hash % 3 == 0 ? .text("<p>In this issue: \(Self.words(hash)) & others.</p>") : nil),
            ("has_staff_review", hash % 10 == 0 ? review : .bool(false)), ("id", .number(id)),
            ("image", ServedCharacter.Picture.file("11/111/\(id)-cover..a%28b.jpg").value),
            ("issue_number", .text(issueNumber(id))), ("name", .optional(issueName(id))),
            ("site_detail_url", .text("\(ServedCharacter.Picture.site)/issue/4000-\(id)/")),
            ("store_date", hash % 2 == 0 ? nil : .text(coverDate(id))),
            ("volume", ComicVineKind.volume.reference(volume, volumeName(volume))),
        ]
        guard isDetail else { return fields }
        // Characters of other publishers, too.
        let credited = ServedCharacter.known.filter { credits(of: $0).contains(id) || $0.publisher == .dc }
        let arcs = Self.storyArcIDs.filter { issues(ofArc: $0).contains(id) }
        return fields + [
            ("character_credits", .list(credited.map { ComicVineKind.character.reference($0.id, $0.name) })),
            ("story_arc_credits", .list(arcs.map { ComicVineKind.storyArc.reference($0, storyArcName($0)) })),
        ]
    }

    /// A volume without `deck`, characters or concepts: lists that are empty may be absent.
    private func volumeFields(_ id: Int, isDetail: Bool) -> Fields {
        let issues = Self.issueIDs.filter { volume(ofIssue: $0) == id }
        let fields: Fields = [
            ("count_of_issues", .number(Self.issueIDs.count / Self.volumeIDs.count)), ("deck", nil),
            ("description", id % 4 == 0 ? nil : .text("<p>Number \(id) of our shelf.</p>")), ("id", .number(id)),
            ("image", id % 9 == 0 ? nil : ServedCharacter.Picture.file("0/4/\(id)-first.png").value),
            ("name", .text(volumeName(id))), ("publisher", reference(to: .marvel)),
            ("site_detail_url", .text("\(ServedCharacter.Picture.site)/volume/4050-\(id)/")),
            ("start_year", .text(String(volumeYear(id)))),
        ]
        return isDetail ? fields + [("issues", .list(issues.map { reference(toIssue: $0) }))] : fields
    }

    private func storyArcFields(_ id: Int, isDetail: Bool) -> Fields {
        let issues = issues(ofArc: id)
        let first = id % 10 == 9 ? ComicVineValue.null : reference(toIssue: issues[0], inCredits: false)
        let fields: Fields = [
            ("count_of_isssue_appearances", 0), ("deck", id % 5 == 0 ? nil : .text("It begins in arc \(id).")),
            ("first_appeared_in_issue", first), ("id", .number(id)),
            ("image", ServedCharacter.Picture.placeholder.value), ("name", .text(storyArcName(id))),
            ("publisher", reference(to: publisher(ofArc: id))),
            ("site_detail_url", .text("\(ServedCharacter.Picture.site)/arc/4045-\(id)/")),
        ]
        return isDetail ? fields + [("issues", .list(issues.map { reference(toIssue: $0) }))] : fields
    }
}
