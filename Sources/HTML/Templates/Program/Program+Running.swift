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
