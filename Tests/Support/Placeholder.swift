enum SupportRoom {}
