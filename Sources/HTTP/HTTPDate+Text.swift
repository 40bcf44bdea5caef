import Basics

extension HTTPDate {
    static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let dayNames = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`, for any moment of the years 1970 to 9999.
    package var text: String {
        let (days, second) = max(0, secondsSince1970).quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: days)
        var text = Array("\(Self.dayNames[days % 7]), ".utf8)
        text.append(digits: date.day, 2)
        text += " \(Self.monthNames[date.month - 1]) ".utf8
        text.append(digits: date.year, 4)
        text.append(UInt8(ascii: " "))
        text.append(time: second)
        return String(decoding: text, as: UTF8.self) + " GMT"
    }
}
