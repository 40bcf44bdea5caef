#ifndef HEROES_CEPOLL_SHIM_H
#define HEROES_CEPOLL_SHIM_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// Swift imports neither GNU extensions nor variadic functions.

extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);

static inline int heroes_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

#endif
