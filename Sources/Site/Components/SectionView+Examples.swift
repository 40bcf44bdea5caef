import HTML

extension SectionView {
    static let examples = [
        Example("some", Samples.some), Example("none", Samples.none), Example("failed", Samples.failed),
    ]
}
