extension Program {
    /// Writes the view.
    func run<V>(_ view: V, into output: inout Output) {
        withUnsafeTemporaryAllocation(of: Access.Frame.self, capacity: frameCount) { frames in
            withUnsafePointer(to: view) { view in
                frames.initialize(repeating: Access.Frame(view))
                run(0..<steps.count, frames, into: &output)
            }
        }
    }

    private func run(
        _ range: Range<Int>, _ frames: UnsafeMutableBufferPointer<Access.Frame>, into output: inout Output
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            let step = steps[index]
            index += 1
            switch step {
            case .literal(let range):
                output.bytes.append(contentsOf: literals[range])
            case .write(let frame, let write):
                write(frames[frame], &output.bytes)
            case .when(let frame, let test, let wanted, let end):
                if test(frames[frame]) != wanted { index = end }
            case .each(let frame, let visit, let child, let end):
                let body = index..<end
                visit(frames[frame]) {
                    frames[child] = $0
                    run(body, frames, into: &output)
                }
                index = end
            case .cut(let frame, let isReady):
                if output.cut == nil, !isReady(frames[frame]) { output.cut = output.bytes.count }
            }
        }
    }
}
