"""Trains the network that reads pictures, from boards drawn in random looks; nothing else imports this.

- looks: draws boards in looks thrown from a seed.
- samples: straightens them at right and at wrong lattices.
- batches: groups of samples, and the loss.
- tape: gradients.
- proposals: fits the weights that order the lattices which the network looks at.

`python -m gograde.pictures.training --help` says how to train, and `.proposals --help` how to fit.
"""
