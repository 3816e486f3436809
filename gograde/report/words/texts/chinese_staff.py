"""The pages of leagues, of review and of similar programs in Chinese."""

from __future__ import annotations

from collections.abc import Mapping

STAFF: Mapping[str, str] = {
    "to_class": "全班",
    "stop": "。",
    # A league.
    "league_title": "{}：联赛",
    "league_of": "{}的联赛",
    "league_staff": "仅供教师：学生的页面不会出现同学的姓名。",
    "expected_note": "预期胜率：程序与其他所有程序以两种颜色对局同样多次时应赢的比例；"
    "括号内是对局数据所允许的范围（95 %）。分数由它得出。名次是一个范围：无法区分高下的程序名次相同。",
    "line": "行",
    "rating": "等级分",
    "expected_head": "预期胜率",
    "won_head": "胜局",
    "as_black_head": "执黑",
    "as_white_head": "执白",
    "forfeits": "判负",
    "frozen": "固定",
    "broken": "故障",
    "no_place": "无：缺 {} 局",
    "nobody_played": "还没有对局。",
    "not_in_league": "未参加联赛",
    "unlikely": "不太可能的结果",
    "unlikely_note": "在这些对局组中，一方两局全胜，而根据全部对局的等级分，这不太可能发生。在 {} 组对局中，"
    "有一些纯属偶然；故意输给朋友的程序也会出现在这里。请先看对局，再作怀疑。",
    "won_both": "两局全胜",
    "lost_both": "两局全负",
    "chance": "概率",
    "near_end": "终局阶段",
    "near_end_note": "对局{}。若双方最佳下法能赢，则该局面为胜势；括号内是葬送胜势比例的区间（95 %）。"
    "失子指最佳着手本可保住或赢得的棋子。这些都不计入分数。",
    "judged_from": "从第 {} 手起作精确分析",
    "games_head": "对局",
    "moves_head": "着手",
    "won_positions": "胜势局面",
    "thrown_away": "葬送胜势",
    "share": "比例",
    "stones_lost": "失子",
    "a_move": "每手失子",
    "range": "{} 至 {}",
    "games_white": "共 {} 局；白方胜 {}，执白相当于 {} 等级分",
    "games_rated": "共 {} 局；在计入等级分的 {} 局中，白方胜 {}，执白相当于 {} 等级分",
    "games_outside": "共 {} 局；在计入等级分的 {} 局中（含与参照程序的 {} 局），"
    "白方胜 {}，执白相当于 {} 等级分",
    "middle": "等级分只由这些对局得出，平均为 0",
    "styles": "两个程序之间的结果与等级分所示相差约 {} 分；区间已计入这一点",
    "games_repeated": "有 {} 局与先前完全相同，在等级分中只计一次",
    "not_connected": "对局没有把所有程序连在一起：不同组的等级分不能比较",
    "plays_no_more": "{}：连续三次出错（{}），不再参赛",
    "games_failed": "有 {} 局因评测系统出错而中断，下次重下",
    "until_then": "{}；在此之前，有关程序没有名次和分数",
    # The pictures of a league.
    "crosstable": "相互胜负",
    "crosstable_note": "该行的程序对上方行号所示的程序所赢的局数和所下的局数。白色：未曾相遇。",
    "ratings": "等级分",
    "ratings_note": "每个程序的等级分及对局数据所允许的区间（95 %）。",
    "colours": "执黑与执白",
    "colours_note": "每个程序执黑和执白时的胜率。",
    "row_won": "该行的胜率",
    "rating_interval": "等级分，95 % 区间",
    "frozen_rating": "固定的等级分",
    "rating_elo": "等级分",
    "as_black": "执黑",
    "as_white": "执白",
    "won_by_colour": "胜率，%；白方胜 {}",
    # The program that review asks about.
    "review_place": "第 {} 个程序，共 {} 个",
    "review_waits": "{} 个测试等待人工判定",
    "review_expected": "应有的结果",
    "review_read": "读出的局面，不能确定",
    "agrees": "与读出的一致",
    "differs": "与读出的不同",
    "unread": "未能读出",
    "review_below": "程序不能断定是哪一张图片：见下方全部图片。",
    "review_nothing": "没有图片。",
    "review_footer": "仅供教师。请在终端中决定，本页会随之更新。",
    # Similar programs.
    "alike_title": "{}：相似的程序",
    "alike_head": "{} 中相似的程序",
    "alike_staff": "仅供教师。这只是给人的提示，不计入任何分数。",
    "alike_compared": "比较了全班的 {} 个程序，彼此之间以及"
    "与另外 {} 个程序（样例、往年）；后者只列出最相似的。",
    "alike_share": "比例指一个程序自身的片段（连续 {} 个记号，名称和文字一律视为相同）"
    "中另一个程序也有的部分；"
    "{} 个记号的片段绝不会遗漏。",
    "alike_common": "发给大家的代码不计；有 {} 个片段为全班四分之一以上、且超过 {} 个程序所共有，也不计。"
    "几乎相同的程序在此算作一个，无论多少都列在下面。",
    "alike_book": "出自同一本书或同一堂课的程序相似并非过错：请先看程序，再作判断。",
    "alike_clusters": "相同或几乎相同",
    "alike_same": "{} 个程序相同：",
    "alike_nearly": "{} 个程序几乎相同：",
    "pairs_head": "成对比较",
    "one": "一方",
    "other": "另一方",
    "common_passages": "共同片段",
    "no_pairs": "没有两个程序有 {} 或更多相同。",
    "and": " 与 ",
    "not_compared": "未比较",
}
