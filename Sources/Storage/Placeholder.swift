enum StorageRoom {}
