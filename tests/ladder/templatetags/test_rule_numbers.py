"""Numbers of rules and scores of games in running text, and names in a list."""

from ladder.templatetags.texts import render_options, wrap_games, wrap_rule_numbers


def test_a_number_of_a_rule_stays_on_one_line():
    assert wrap_rule_numbers("A <b> (W-10).") == 'A &lt;b&gt; (<span class="rule">W-10</span>).'


def test_the_score_of_a_game_stays_on_one_line():
    assert wrap_games("<i> 7–6(5) 11–7") == '&lt;i&gt; <span class="game">7–6(5)</span> <span class="game">11–7</span>'
    assert wrap_games("beat Bo") == "beat Bo"


def test_names_in_a_list_are_texts():
    assert render_options(['A "b"', "<i>"]) == (
        '<option value="A &quot;b&quot;"></option><option value="&lt;i&gt;"></option>'
    )
