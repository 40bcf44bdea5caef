import Heroes

/// Whether the clock is to be believed, which may have been set far ahead by mistake: that must not cost everybody what
/// they keep.
extension FileStore {
    /// When the last round began whose clock was believed, as the time of the file.
    static let roundName = "round"
    /// What tells how long the clock has stood where it is not believed: the file says since when, in seconds since 1970
    /// by that clock, and its time when that was last seen.
    static let doubtName = "doubt"

    /// Whether the clock stands no more than a day after the last step, of this store or of any before, or has stood
    /// where it does for a day, in which somebody would have put it right.
    func isClockBelieved(_ round: inout ExpiryRound) -> Bool {
        do throws(FavouritesError) {
            let time = now().tv_sec
            let isAsBefore = round.isBegun && days(to: time, from: round.lastStep) == 0
            let isBelieved = try round.isBegun ? isAsBefore : isRoundToBegin(&round, at: time)
            if isBelieved { (round.lastStep, round.isDoubtTold) = (time, false) }
            return isBelieved
        } catch {
            log("what is too old cannot be removed: \(error)")
            return false
        }
    }

    /// Notes when a round begins, or that the clock is not believed.
    private func isRoundToBegin(_ round: inout ExpiryRound, at time: Int) throws(FavouritesError) -> Bool {
        guard let all = try operations.openFolder(folder) else { throw .unavailable("the folder \(folder) is gone") }
        let noted = try operations.identity(of: Self.roundName, in: all)?.seconds
        let days = days(to: time, from: [noted, round.lastStep].compactMap(\.self).max())
        if days > 0, try !isDoubtOver(at: time, in: all) {
            let consequence = "nothing is removed before it has stood so for a day"
            if !round.isDoubtTold { log("the clock stands \(days) days after the last round: \(consequence)") }
            round.isDoubtTold = true
            return false
        }
        try operations.remove(Self.doubtName, in: all)
        // A new one begins with the kernel's own time.
        if noted == nil { _ = try operations.create(Self.roundName, in: all) }
        if let note = try operations.open(Self.roundName, in: all) { _ = try operations.setTime(of: note, to: now()) }
        return true
    }

    /// How many days later it is, if more than one; 0 where nothing came before.
    private func days(to time: Int, from last: Int?) -> Int {
        guard let last, time - max(last, 0) > Self.day else { return 0 }
        return (time - max(last, 0)) / Self.day
    }

    /// Notes that the clock is not believed; true once that was seen for a day, from day to day at least.
    private func isDoubtOver(at time: Int, in all: borrowing Descriptor) throws(FavouritesError) -> Bool {
        if let doubt = try operations.open(Self.doubtName, in: all),
            let (bytes, identity) = try operations.read(doubt, limit: 20),
            let since = Int(String(decoding: bytes, as: UTF8.self)), since > 0,
            (-Self.day...Self.day).contains(time - max(identity.seconds, 0))
        {
            _ = try operations.setTime(of: doubt, to: now())
            return time - since >= Self.day
        }
        try operations.remove(Self.doubtName, in: all)
        // Another process may have been faster.
        if let doubt = try operations.create(Self.doubtName, in: all) {
            try operations.write(Array(String(time).utf8), to: doubt)
            _ = try operations.setTime(of: doubt, to: now())
        }
        return false
    }
}
