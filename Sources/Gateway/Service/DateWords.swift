/// What the words of a date tell, in whatever order they stand.
struct DateWords {
    private var date: (year: Int?, month: Int?, day: Int?)
    private var time: (hour: Int, minute: Int, second: Int)?
    private var offset = ""

    /// Nil where a word belongs in no date.
    init?(_ text: String) {
        // JavaScript names the zone once more in parentheses.
        let told = text.lowercased().prefix { $0 != "(" }
        for word in told.split(whereSeparator: { $0 == " " || $0 == "," }) {
            guard take(word) else { return nil }
        }
    }

    /// The same as `Timestamp` reads it; nil where a part of the date is missing.
    var spelling: String? {
        guard let year = date.year, let month = date.month, let day = date.day else { return nil }
        let spelling = "\(Self.padded(year, to: 4))-\(Self.padded(month))-\(Self.padded(day))"
        guard let time else { return spelling }
        return spelling
            + "T\(Self.padded(time.hour)):\(Self.padded(time.minute)):\(Self.padded(time.second))\(offset)"
    }

    private static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// Whether the word tells something that is not told yet.
    private mutating func take(_ word: Substring) -> Bool {
        switch word.first {
        case "+", "-": return takeOffset(word)
        case let first where !Self.isDigit(first): return takeName(word)
        default: break
        }
        let halves = word.split(separator: "t", maxSplits: 1)
        if halves.count == 2, Self.isDigit(halves[1].first) { return takeDate(halves[0]) && takeTime(halves[1]) }
        if let day = Self.ordinal(word) { return set(nil, nil, day) }
        return word.contains(":") ? takeTime(word) : takeDate(word)
    }

    private static func isDigit(_ character: Character?) -> Bool { character.map { ("0"..."9").contains($0) } ?? false }

    private mutating func takeDate(_ word: Substring) -> Bool {
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
        if parts.count == 3, let month = Self.month(parts[1]) {
            return takeDate("\(parts[2])-\(month)-\(parts[0])")
        }
        let numbers = parts.compactMap { Digits.clamped($0) }
        guard numbers.count == parts.count else { return false }
        switch (parts.count, parts[0].utf8.count, parts[parts.count - 1].utf8.count) {
        case (3, 4, 1...2): return set(numbers[0], numbers[1], numbers[2])
        // As it is written where Marvel is at home.
        case (3, 1...2, 4) where word.contains("/"): return set(numbers[2], numbers[0], numbers[1])
        case (1, 8, _): return set(numbers[0] / 10_000, numbers[0] / 100 % 100, numbers[0] % 100)
        case (1, 1...2, _): return set(nil, nil, numbers[0])
        // Behind the year it is an offset whose plus sign was not escaped, and means a space in a query.
        case (1, 4, _): return date.year == nil ? set(numbers[0], nil, nil) : takeOffset("+" + word)
        default: return false
        }
    }

    /// The day in a word such as "1st".
    private static func ordinal(_ word: Substring) -> Int? {
        guard (3...4).contains(word.utf8.count), ["st", "nd", "rd", "th"].contains(word.suffix(2)) else { return nil }
        return Digits.clamped(word.dropLast(2))
    }

    private mutating func set(_ year: Int?, _ month: Int?, _ day: Int?) -> Bool {
        let isFree =
            (year == nil || date.year == nil) && (month == nil || date.month == nil) && (day == nil || date.day == nil)
        date = (year ?? date.year, month ?? date.month, day ?? date.day)
        return isFree
    }

    private mutating func takeTime(_ word: Substring) -> Bool {
        guard time == nil else { return takeOffset("+" + word) }
        let clock = word.prefix { $0 == ":" || $0 == "." || Self.isDigit($0) }
        var parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 1 { parts = Self.pairs(clock) }
        // The fraction of a second counts for nothing.
        if parts.count == 3 { parts[2] = parts[2].prefix { $0 != "." } }
        let numbers = parts.compactMap { $0.utf8.count < 3 ? Digits.clamped($0) : nil }
        guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return false }
        time = (numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count == 3 ? numbers[2] : 0)
        let rest = word[clock.endIndex...]
        return rest.isEmpty || take(rest)
    }

    /// What stands between colons where none are written: two digits each, and a fraction.
    private static func pairs(_ clock: Substring) -> [Substring] {
        let digits = clock.prefix { $0 != "." }
        guard [2, 4, 6].contains(digits.utf8.count) else { return [] }
        return stride(from: 0, to: digits.utf8.count, by: 2).map { digits.dropFirst($0).prefix(2) }
    }

    /// A sign and two or four digits, with or without a colon between them.
    private mutating func takeOffset(_ word: Substring) -> Bool {
        let digits = word.dropFirst().filter { $0 != ":" }
        guard let sign = word.first, sign == "+" || sign == "-", time != nil, Digits.clamped(digits) != nil,
            digits.utf8.count == 2 || digits.utf8.count == 4
        else { return false }
        offset = String(sign) + digits + (digits.utf8.count == 2 ? "00" : "")
        return true
    }

    private mutating func takeName(_ word: Substring) -> Bool {
        let name = word.last == "." ? word.dropLast() : word
        if name.utf8.count > 2, Self.weekdays.contains(where: { $0.hasPrefix(name) }) { return true }
        if let month = Self.month(name) { return set(nil, month, nil) }
        guard let hour = time?.hour else { return false }
        if word == "am" || word == "pm" {
            time?.hour = hour % 12 + (word == "pm" ? 12 : 0)
            return (1...12).contains(hour)
        }
        let zone = word.prefix { ("a"..."z").contains($0) }
        guard (1...5).contains(zone.utf8.count) else { return false }
        offset = Self.zones[String(zone)] ?? "+0000"
        let rest = word[zone.endIndex...]
        return rest.isEmpty || takeOffset(rest)
    }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// The month of that name, from 1; three letters of it are enough.
    private static func month(_ name: Substring) -> Int? {
        guard name.utf8.count > 2 else { return nil }
        return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
    }

    /// The zones that are known by their letters; all others count as UTC (RFC 5322 section 4.3).
    private static let zones = [
        "edt": "-0400", "est": "-0500", "cdt": "-0500", "cst": "-0600", "mdt": "-0600", "mst": "-0700",
        "pdt": "-0700", "pst": "-0800",
    ]
}
