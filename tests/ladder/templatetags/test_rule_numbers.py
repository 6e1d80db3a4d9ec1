"""Numbers of rules in running text."""

from ladder.templatetags.texts import wrap_rule_numbers


def test_a_number_of_a_rule_stays_on_one_line():
    assert wrap_rule_numbers("A <b> (W-10).") == 'A &lt;b&gt; (<span class="rule">W-10</span>).'
