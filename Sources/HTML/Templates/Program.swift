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

extension Program {
    /// Writes the view.
    func run<V>(_ view: V, into output: inout Output) {
        withUnsafeTemporaryAllocation(of: FieldReader.Frame.self, capacity: frameCount) { frames in
            withUnsafePointer(to: view) { view in
                frames.initialize(repeating: FieldReader.Frame(view))
                run(frames, into: &output)
            }
        }
    }

    private func run(_ frames: UnsafeMutableBufferPointer<FieldReader.Frame>, into output: inout Output) {
        // The program owns the readers that the steps refer to unretained.
        withExtendedLifetime(self) {
            literals.withUnsafeBufferPointer { literals in
                steps.withUnsafeBufferPointer { steps in
                    Execution(steps: steps, literals: literals, frames: frames).run(0..<steps.count, into: &output)
                }
            }
        }
    }

    /// A running program, as pointers to memory that outlives the run.
    private struct Execution {
        let steps: UnsafeBufferPointer<Step>
        let literals: UnsafeBufferPointer<UInt8>
        let frames: UnsafeMutableBufferPointer<FieldReader.Frame>

        func run(_ range: Range<Int>, into output: inout Output) {
            var index = range.lowerBound
            while index < range.upperBound {
                defer { index += 1 }
                switch steps[index] {
                case .literal(let range):
                    output.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: literals[range]))
                case .write(let frame, let reader):
                    reader._withUnsafeGuaranteedRef { $0.write(frames[frame], &output.bytes) }
                case .when(let frame, let reader, let expected, let end):
                    if reader._withUnsafeGuaranteedRef({ $0.test(frames[frame]) }) != expected { index = end - 1 }
                case .each(let frame, let reader, let child, let end):
                    let body = index + 1..<end
                    reader._withUnsafeGuaranteedRef {
                        $0.visit(frames[frame]) {
                            frames[child] = $0
                            run(body, into: &output)
                        }
                    }
                    index = end - 1
                case .cut(let frame, let reader):
                    if output.cut == nil, !reader._withUnsafeGuaranteedRef({ $0.test(frames[frame]) }) {
                        output.cut = output.bytes.count
                    }
                }
            }
        }
    }
}
