enum CachingRoom {}
