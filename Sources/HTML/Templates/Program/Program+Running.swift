extension Program {
    /// Writes the view.
    func run<V>(_ view: V, into output: inout Output) {
        withUnsafeTemporaryAllocation(of: Access.Frame.self, capacity: frameCount) { frames in
            withUnsafePointer(to: view) { view in
                frames.initialize(repeating: Access.Frame(view))
                run(frames, into: &output)
            }
        }
    }

    private func run(_ frames: UnsafeMutableBufferPointer<Access.Frame>, into output: inout Output) {
        // The steps rely on the program for the accesses they refer to.
        withExtendedLifetime(self) {
            literals.withUnsafeBufferPointer { literals in
                steps.withUnsafeBufferPointer { steps in
                    Run(steps: steps, literals: literals, frames: frames).run(0..<steps.count, into: &output)
                }
            }
        }
    }

    /// A program that is running, as memory that outlives the run.
    private struct Run {
        let steps: UnsafeBufferPointer<Step>
        let literals: UnsafeBufferPointer<UInt8>
        let frames: UnsafeMutableBufferPointer<Access.Frame>

        func run(_ range: Range<Int>, into output: inout Output) {
            var index = range.lowerBound
            while index < range.upperBound {
                defer { index += 1 }
                switch steps[index] {
                case .literal(let range):
                    output.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: literals[range]))
                case .write(let frame, let access):
                    access._withUnsafeGuaranteedRef { $0.write(frames[frame], &output.bytes) }
                case .when(let frame, let access, let wanted, let end):
                    if access._withUnsafeGuaranteedRef({ $0.test(frames[frame]) }) != wanted { index = end - 1 }
                case .each(let frame, let access, let child, let end):
                    let body = index + 1..<end
                    access._withUnsafeGuaranteedRef {
                        $0.visit(frames[frame]) {
                            frames[child] = $0
                            run(body, into: &output)
                        }
                    }
                    index = end - 1
                case .cut(let frame, let access):
                    if output.cut == nil, !access._withUnsafeGuaranteedRef({ $0.test(frames[frame]) }) {
                        output.cut = output.bytes.count
                    }
                }
            }
        }
    }
}
