/// The deadlines of a configuration as the loop adds them to the time, with every request.
struct TimeLimits {
    let head: MonotonicTime.Span
    let body: MonotonicTime.Span
    let handler: MonotonicTime.Span
    let idle: MonotonicTime.Span
    let writeStall: MonotonicTime.Span
    let linger: MonotonicTime.Span

    init(_ configuration: ServerConfiguration) {
        head = configuration.headDeadline.milliseconds
        body = configuration.bodyDeadline.milliseconds
        handler = configuration.handlerDeadline.milliseconds
        idle = configuration.idleLimit.milliseconds
        writeStall = configuration.writeStallLimit.milliseconds
        linger = configuration.lingerLimit.milliseconds
    }
}
