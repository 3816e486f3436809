"""What the learned reader of pictures is trained with."""
