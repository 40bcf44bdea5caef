/// A way through all folders of visitors, in any order, so that frequent restarts leave none out for ever.
struct ExpiryRound: Sendable {
    /// When the last step was made, of this round or of one before, in seconds since 1970; nil before the first.
    var lastStep: Int?
    /// Whether it has been told that the clock is not believed.
    var isDoubtTold = false
    /// How many visitors were removed.
    var removals = 0
    private(set) var isBegun = false
    var isOver = false
    private var outerFolders: [String] = []
    private var folders: [String] = []

    init() {}

    /// The one that follows.
    init(after last: ExpiryRound) { (lastStep, isDoubtTold) = (last.lastStep, last.isDoubtTold) }

    /// The next folder, within the store's; nil after the last. Asks for the names in a folder where it needs them.
    mutating func next(_ names: (_ folder: String) -> [String]) -> String? {
        if !isBegun { (isBegun, outerFolders) = (true, Self.folders(among: names(""))) }
        while folders.isEmpty, let outer = outerFolders.popLast() {
            folders = Self.folders(among: names(outer)).map { "\(outer)/\($0)" }
        }
        return folders.popLast()
    }

    private static func folders(among names: [String]) -> [String] {
        names.filter { $0.utf8.count == 2 && $0.utf8.allSatisfy(Hexadecimal.isDigit) }.shuffled()
    }
}
