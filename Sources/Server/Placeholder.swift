enum ServerRoom {}
