import Basics

/// The timeouts of a configuration in milliseconds, to be added to the time with every request.
struct Timeouts {
    let head: Int
    let body: Int
    let handler: Int
    let idle: Int
    let write: Int
    let linger: Int

    init(_ configuration: ServerConfiguration) {
        head = configuration.headTimeout.milliseconds
        body = configuration.bodyTimeout.milliseconds
        handler = configuration.handlerTimeout.milliseconds
        idle = configuration.idleTimeout.milliseconds
        write = configuration.writeTimeout.milliseconds
        linger = configuration.lingerTimeout.milliseconds
    }
}
