/// A view's template with all it includes, as one list of steps.
struct Program: Sendable {
    var steps: [Step] = []
    /// All literal text in one piece; steps refer to ranges of it.
    var literals: [UInt8] = []
    /// How many views can be open at once, the rendered one included.
    var frameCount = 1

    /// One step; `end` is the step after the body that a step controls, frames are numbered from the outermost view.
    enum Step: Sendable {
        case literal(Range<Int>)
        case write(frame: Int, @Sendable (Access.Frame, inout [UInt8]) -> Void)
        /// Shows the body if the test comes out as wanted.
        case when(frame: Int, @Sendable (Access.Frame) -> Bool, wanted: Bool, end: Int)
        /// Shows the body for each view found, with that view as a frame.
        case each(frame: Int, @Sendable (Access.Frame, (Access.Frame) -> Void) -> Void, child: Int, end: Int)
        /// Marks where the page is cut, if the data is pending.
        case cut(frame: Int, isReady: @Sendable (Access.Frame) -> Bool)
    }

    /// What a program writes.
    struct Output {
        var bytes: [UInt8] = []
        /// Where the first pending data belongs.
        var cut: Int?
    }
}
