/// A view's template with all it includes, as one list of steps.
struct Program: Sendable {
    var steps: [Step] = []
    /// Keeps what the steps refer to.
    private var accesses: [Access] = []
    /// All literal text in one piece; steps refer to ranges of it.
    var literals: [UInt8] = []
    /// How many views can be open at once, the rendered one included.
    var frameCount = 1

    /// One step; `end` is the step after the body that a step controls, frames are numbered from the outermost view.
    enum Step: Sendable {
        case literal(Range<Int>)
        case write(frame: Int, Unmanaged<Access>)
        /// Shows the body if the test comes out as wanted.
        case when(frame: Int, Unmanaged<Access>, wanted: Bool, end: Int)
        /// Shows the body for each view found, with that view as a frame.
        case each(frame: Int, Unmanaged<Access>, child: Int, end: Int)
        /// Marks where the page is cut, if the data is pending.
        case cut(frame: Int, Unmanaged<Access>)
    }

    /// An access for steps, unretained there because counting references would cost more than most steps.
    mutating func keep(_ access: Access) -> Unmanaged<Access> {
        accesses.append(access)
        return Unmanaged.passUnretained(access)
    }

    /// What a program writes.
    struct Output {
        var bytes: [UInt8] = []
        /// Where the first pending data belongs.
        var cut: Int?
    }
}
