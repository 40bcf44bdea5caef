import Basics

/// The deadlines of a configuration as the loop adds them to the time, with every request.
struct TimeLimits {
    let head: Int
    let body: Int
    let handler: Int
    let idle: Int
    let writeStall: Int
    let linger: Int

    init(_ configuration: ServerConfiguration) {
        head = configuration.headDeadline.milliseconds
        body = configuration.bodyDeadline.milliseconds
        handler = configuration.handlerDeadline.milliseconds
        idle = configuration.idleLimit.milliseconds
        writeStall = configuration.writeStallLimit.milliseconds
        linger = configuration.lingerLimit.milliseconds
    }
}
