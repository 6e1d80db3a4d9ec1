"""Numbers of rules and scores of games in running text."""

from ladder.templatetags.texts import wrap_games, wrap_rule_numbers


def test_a_number_of_a_rule_stays_on_one_line():
    assert wrap_rule_numbers("A <b> (W-10).") == 'A &lt;b&gt; (<span class="rule">W-10</span>).'


def test_the_score_of_a_game_stays_on_one_line():
    assert wrap_games("<i> 7–6(5) 11–7") == '&lt;i&gt; <span class="game">7–6(5)</span> <span class="game">11–7</span>'
    assert wrap_games("beat Bo") == "beat Bo"
