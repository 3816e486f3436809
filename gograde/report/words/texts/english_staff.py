"""The pages of leagues, of review and of similar programs in English."""

from __future__ import annotations

from collections.abc import Mapping

STAFF: Mapping[str, str] = {
    "to_class": "The class",
    "stop": ".",
    # A league.
    "league_title": "{}: league",
    "league_of": "League of {}",
    "league_staff": "For staff only: the pages of the students do not name their classmates.",
    "expected_note": "Expected: the share of games that a program would win if it met all others as often "
    "with either colour; in brackets what the games leave open (95 %). It makes the marks. "
    "Places are ranges: programs that cannot be told apart share them.",
    "line": "Line",
    "rating": "Rating",
    "expected_head": "Expected",
    "won_head": "Won",
    "as_black_head": "As black",
    "as_white_head": "As white",
    "forfeits": "Forfeits",
    "frozen": "frozen",
    "broken": "broken",
    "no_place": "none: {} game missing|none: {} games missing",
    "nobody_played": "Nobody has played.",
    "not_in_league": "Not in the league",
    "unlikely": "Unlikely results",
    "unlikely_note": "One program won both games of these pairs, although the ratings of all games make that "
    "unlikely. Among {} pairs this happens to some by chance; a program that loses to a friend’s on purpose "
    "shows here too. Look at the games before you suspect that.",
    "won_both": "Won both",
    "lost_both": "Lost both",
    "chance": "Chance",
    "near_end": "Near the end of the games",
    "near_end_note": "Games are {}. A position is won when best play wins from it; in brackets the interval "
    "of the share that was thrown away (95 %). Stones lost are those that a best move would have kept or "
    "won. None of this is part of the marks.",
    "judged_from": "judged exactly from ply {}",
    "games_head": "Games",
    "moves_head": "Moves",
    "won_positions": "Won positions",
    "thrown_away": "Thrown away",
    "share": "Share",
    "stones_lost": "Stones lost",
    "a_move": "A move",
    "range": "{} to {}",
    "games_white": "{} game; white won {} and is worth {} Elo points|"
    "{} games; white won {} and is worth {} Elo points",
    "games_rated": "{} game; of the {} that count for the ratings white won {}, and is worth {} Elo points|"
    "{} games; of the {} that count for the ratings white won {}, and is worth {} Elo points",
    "games_outside": "{} game; of the {} that count for the ratings, with {} against reference players, "
    "white won {}, and is worth {} Elo points|{} games; of the {} that count for the ratings, with {} "
    "against reference players, white won {}, and is worth {} Elo points",
    "middle": "ratings come from these games alone, and 0 is their middle",
    "styles": "two programs meet with results that differ from what ratings say by about {} Elo points; the "
    "intervals allow for that",
    "games_repeated": "{} game was played just so before and counts once for the ratings|"
    "{} games were played just so before and count once for the ratings",
    "not_connected": "games do not connect all bots: ratings of different groups cannot be compared",
    "plays_no_more": "{}: {} three times in a row, plays no more",
    "games_failed": "{} game failed through a fault of the grader, to be played again the next time|"
    "{} games failed through a fault of the grader, to be played again the next time",
    "until_then": "{}; until then its players have no place and no mark",
    # The pictures of a league.
    "crosstable": "Who won against whom",
    "crosstable_note": "Games that the program of the row won, of those it played against the program whose "
    "line stands on top; they lead to the games. Empty: they did not meet.",
    "every_game": "Every game, move by move.",
    "league_games": "Games of the league of {}",
    "league_games_note": "Two programs stand together, the better one first, each with its line in the "
    "table. An SGF file has the game with its exact analysis near the end, for a Go program.",
    "to_league": "The league",
    "game_head": "Game",
    "black_head": "Black",
    "white_head": "White",
    "won_by": "Won by",
    "plies_head": "Plies",
    "ended_head": "How it ended",
    "sgf_head": "SGF",
    "ratings": "Ratings",
    "ratings_note": "The rating of each program in Elo points, with the interval that the games leave open "
    "(95 %).",
    "colours": "Black and white",
    "colours_note": "The share of games that each program won as black and as white.",
    "row_won": "won by the row",
    "rating_interval": "rating, 95 % interval",
    "frozen_rating": "frozen rating",
    "rating_elo": "rating, Elo points",
    "as_black": "as black",
    "as_white": "as white",
    "won_by_colour": "games won, %; white won {} of all",
    # The program that review asks about.
    "review_place": "Program {} of {}",
    "review_waits": "{} test waits for a person|{} tests wait for a person",
    "review_expected": "What was expected",
    "review_read": "What was read, without being sure",
    "agrees": "agrees with what was read",
    "differs": "differs from what was read",
    "unread": "not read",
    "review_below": "Which picture it is, the reader cannot say: they are below.",
    "review_nothing": "No picture is there.",
    "review_footer": "For staff only. Decide in the terminal; this page follows.",
    # Similar programs.
    "alike_title": "{}: who resembles whom",
    "alike_head": "Who resembles whom in {}",
    "alike_staff": "For staff only. This is advice to a person and has no part in any mark.",
    "alike_compared": "{} program of the class was compared with {} others (samples, earlier years), of "
    "which the most alike is told.|{} programs of the class were compared, with each other and with {} "
    "others (samples, earlier years), of which each is told the most alike.",
    "alike_share": "A share is that of a program’s own passages ({} tokens in a row, names and texts all "
    "alike) that the other program has too; passages of {} tokens are never missed.",
    "alike_common": "What was handed out does not count, nor {} passage that a quarter of the class has, and "
    "more than {} programs; programs that are nearly the same count as one here, and are told below whatever "
    "their number.|What was handed out does not count, nor {} passages that a quarter of the class has, and "
    "more than {} programs; programs that are nearly the same count as one here, and are told below whatever "
    "their number.",
    "alike_book": "Programs from one book or lecture resemble each other without fault: look before you "
    "think of it.",
    "alike_clusters": "The same, or nearly",
    "alike_same": "{} programs are the same:",
    "alike_nearly": "{} programs are nearly the same:",
    "pairs_head": "Pairs",
    "one": "One",
    "other": "Other",
    "common_passages": "Common passages",
    "no_pairs": "No two programs share {} or more.",
    "and": " and ",
    "not_compared": "Not compared",
}
