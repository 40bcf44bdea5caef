import Basics
import CEpoll
import Glibc

extension EventLoop {
    /// Starts the thread, which runs until its reactor has nothing more to do.
    func start(serving service: Service) throws(SystemError) {
        let errand = Unmanaged.passRetained(Errand(loop: self, service: service))
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Errand>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, errand.toOpaque())
        guard error == 0 else {
            errand.release()
            throw SystemError("pthread_create", number: error)
        }
        pthread_detach(thread)
    }

    /// What the thread is started with.
    private final class Errand {
        private let loop: EventLoop
        private let service: Service

        init(loop: EventLoop, service: Service) {
            self.loop = loop
            self.service = service
        }

        func run() {
            // Signals are other threads' business.
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
            heroes_name_thread("server")
            Reactor(loop: loop, service: service).run()
        }
    }
}
