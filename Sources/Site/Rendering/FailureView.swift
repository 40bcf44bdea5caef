import HTML
import Heroes

/// The page of a failure: status, heading, sentence and a link to the next step.
struct FailureView: PageView {
    static let template = "failure"

    var layout: LayoutView
    let failure: Failure

    init(_ failure: Failure) {
        self.failure = failure
        layout = LayoutView(title: failure.heading)
        layout.isUnlisted = true
    }

    var transition: TransitionView? { TransitionView(layout.posters.map(\.hero.id)) }

    static let fields: [Field<FailureView>] = [
        .view("layout", \.layout),
        .number("status", \.failure.status.code),
        .text("heading", \.failure.heading),
        .text("sentence", \.failure.sentence),
        .url("next") { $0.failure.link ?? $0.failure.next.url },
        .text("nextLabel", \.failure.nextLabel),
        .optionalText("requestID", \.failure.requestID),
        .url("report") { _ in Route.reportURL },
    ]
}

/// A failure in place of a part of a streamed page.
struct LateFailureView: TemplateView {
    static let template = "late-failure"

    let failure: Failure
    /// True if it is in place of a shell, which has the heading of the page.
    let isPage: Bool

    static let fields: [Field<LateFailureView>] = [
        .flag("isPage", \.isPage),
        .text("heading", \.failure.heading),
        .text("sentence", \.failure.sentence),
        .url("next", \.failure.next.url),
        .text("nextLabel", \.failure.nextLabel),
        .optionalText("requestID", \.failure.requestID),
        .url("report") { _ in Route.reportURL },
    ]
}

/// A failure in place of a part of a page: a sentence, and a link to the next step.
struct TroubleView: View {
    let sentence: String
    let link: LinkView?

    /// Takes the failure of the whole page, which is known too late.
    init(_ failure: Failure) {
        sentence = "\(failure.heading). \(failure.sentence)"
        link = LinkView(failure.nextLabel, failure.next.url)
    }

    /// Names the part, such as "Comics"; the link leads to the page again. There is none if a second try would fail like
    /// the first.
    init(_ part: String, _ error: HeroError, retry: Route) {
        sentence = "\(part) couldn’t be loaded.\(error.retryAfter == nil ? "" : " Try again \(error.waitTime).")"
        link = error.isPersistent ? nil : LinkView("Try again", retry.url)
    }

    static let fields: [Field<TroubleView>] = [.text("sentence", \.sentence), .optionalView("link", \.link)]
}
