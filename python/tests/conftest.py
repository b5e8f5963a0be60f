"""What the tests share: games, and random matches."""

import random

import pytest
import quipu

GAMES = quipu.games()


@pytest.fixture(params=GAMES)
def key(request):
    return request.param


def some_state(name, seed=0, steps=60):
    """A state some random steps into a match, a player to act."""
    rng, dice = quipu.Rng(seed), random.Random(seed)
    state = quipu.load_game(name).new_initial_state()
    state.resolve_chance(rng)
    for _ in range(steps):
        state.apply_action(state.random_action(rng) if dice.random() < 0.5 else dice.choice(state.legal_actions()))
        state.resolve_chance(rng)
        if state.is_terminal():
            return some_state(name, seed + 1, steps // 2)
    return state


def play_out(state, seed=0):
    """Plays a state to its end at random, every draw by its probabilities."""
    dice = random.Random(seed)
    rng = quipu.Rng(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(numbers, odds)[0])
        else:
            state.apply_action(state.random_action(rng))
    return state
