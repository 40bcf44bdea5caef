#ifndef HEROES_CCURL_SHIM_H
#define HEROES_CCURL_SHIM_H

#include <curl/curl.h>

// Swift cannot call variadic C functions: one typed function for each kind of argument.

typedef size_t (*heroes_curl_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode heroes_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode heroes_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode heroes_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode heroes_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode heroes_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode heroes_curl_set_callback(CURL *handle, CURLoption option, heroes_curl_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode heroes_curl_response_code(CURL *handle, long *value) {
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, value);
}

static inline CURLcode heroes_curl_retry_after(CURL *handle, curl_off_t *seconds) {
    return curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, seconds);
}

static inline CURLcode heroes_curl_pretransfer_time(CURL *handle, curl_off_t *microseconds) {
    return curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, microseconds);
}

static inline CURLMcode heroes_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLSHcode heroes_curl_share_data(CURLSH *share, curl_lock_data data) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, data);
}

#endif
