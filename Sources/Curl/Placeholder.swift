enum CurlRoom {}
