enum GatewayRoom {}
