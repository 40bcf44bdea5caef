import HTML

extension SectionView {
    package static let examples = [
        Example("some", Samples.some), Example("none", Samples.none), Example("failed", Samples.failed),
    ]
}
