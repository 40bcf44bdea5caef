enum MarvelAPIRoom {}
