"""What is shown beside the stones: models of influence, values of moves, dragons, joseki, fields."""
