/// A day or a point in time as callers tell it.
///
/// The live service's documentation: "Dates are preferably formatted as YYYY-MM-DD but may be sent as any common date
/// format."
struct CallerDate {
    /// Since 1970.
    let seconds: Int
    /// As `Timestamp.day` tells days.
    let day: Int

    /// Nil where this is no date.
    init?(_ text: String) {
        let spelling = DateWords(text)?.spelling ?? text
        guard let seconds = Timestamp.seconds(spelling), let day = Timestamp.day(spelling) else { return nil }
        self.seconds = seconds
        self.day = day
    }
}
