"""What several families of looks are put together from."""
