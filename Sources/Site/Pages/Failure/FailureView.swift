import HTML

/// A page that says what happened and offers the next step.
struct FailureView: PageView {
    static let template = "failure"

    var frame: FrameView
    let status: Int
    let heading: String
    let sentence: String
    let next: SafeURL
    let nextLabel: String

    init(_ failure: Failure) {
        status = failure.status.code
        heading = failure.heading
        sentence = failure.sentence
        next = failure.link ?? failure.next.url
        nextLabel = failure.nextLabel
        frame = FrameView(title: failure.heading)
        frame.isUnlisted = true
    }

    static let fields: [Field<FailureView>] = [
        .view("frame", \.frame),
        .number("status", \.status),
        .text("heading", \.heading),
        .text("sentence", \.sentence),
        .url("next", \.next),
        .text("nextLabel", \.nextLabel),
    ]

    static let examples = [
        Example("not found", FailureView(Failure(RouteError.unknown))),
        Example("source silent", FailureView(Failure(.timedOut(""), retry: .heroes(search: nil, page: 3)))),
    ]
}

/// The same in place of a part of a page whose first part is already sent.
struct LateFailureView: TemplateView {
    static let template = "late-failure"

    let heading: String
    let sentence: String
    let next: SafeURL
    let nextLabel: String
    /// The place on the page that it takes, where a page has several.
    let slot: String?

    init(_ failure: Failure, slot: String? = nil) {
        self.slot = slot
        heading = failure.heading
        sentence = failure.sentence
        next = failure.next.url
        nextLabel = failure.nextLabel
    }

    static let fields: [Field<LateFailureView>] = [
        .text("heading", \.heading),
        .text("sentence", \.sentence),
        .url("next", \.next),
        .text("nextLabel", \.nextLabel),
        .optionalText("slot", \.slot),
    ]

    static let examples = [
        Example("source silent", LateFailureView(Failure(.timedOut(""), retry: .heroes(search: nil, page: 3)))),
        Example(
            "a hero's place",
            LateFailureView(Failure(.timedOut(""), retry: .hero(1, slug: "x")), slot: "head")),
    ]
}
