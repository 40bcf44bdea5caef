/// A view's template with everything it includes, compiled to a list of steps.
struct Program: Sendable {
    var steps: [Step] = []
    /// Owns the readers that the steps refer to.
    private var readers: [FieldReader] = []
    /// All literal text, concatenated; steps refer to ranges of it.
    var literals: [UInt8] = []
    /// The maximum number of open views, the rendered one included.
    var frameCount = 1

    /// A step; `end` is the index after the body that it controls, frames are numbered from the outermost view.
    enum Step: Sendable {
        case literal(Range<Int>)
        case write(frame: Int, Unmanaged<FieldReader>)
        /// Shows the body if the test has the expected result.
        case when(frame: Int, Unmanaged<FieldReader>, expected: Bool, end: Int)
        /// Shows the body for each view, with that view as a frame.
        case each(frame: Int, Unmanaged<FieldReader>, child: Int, end: Int)
        /// Marks where the page is cut, if the data is pending.
        case cut(frame: Int, Unmanaged<FieldReader>)
    }

    /// Stores a reader and returns an unretained reference: reference counting would cost more than most steps.
    mutating func retain(_ reader: FieldReader) -> Unmanaged<FieldReader> {
        readers.append(reader)
        return Unmanaged.passUnretained(reader)
    }

    /// The output of a program.
    struct Output {
        var bytes: [UInt8] = []
        /// The offset of the first pending data.
        var cut: Int?
    }
}
