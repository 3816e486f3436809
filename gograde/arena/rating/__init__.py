"""How strong players are: pairs of games and a Bradley-Terry fit."""
