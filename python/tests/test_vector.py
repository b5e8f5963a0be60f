"""Vectors: many games at once give what single games give."""

import threading
import time

import numpy as np
import pytest
import quipu


def test_lists_masks_and_figures_are_those_of_the_states(key):
    games = quipu.vector(key, 12, seed=4, threads=1)
    rng = np.random.default_rng(0)
    masks = np.empty((12, games.num_actions), np.uint8)
    tensors = np.empty((12, games.observation_size), np.float32)
    for _ in range(40):
        assert games.masks(masks) is masks and games.tensors(tensors) is tensors
        for number in range(12):
            state = games.state(number)
            assert state.current_player() == games.players[number]
            legal = state.legal_actions()
            assert games.legal_actions(number).tolist() == legal
            assert np.flatnonzero(masks[number]).tolist() == legal
            assert (tensors[number] == state.observation_tensor()).all()
        games.step(games.uniform_actions(rng))


def test_games_end_pay_and_begin_anew(key):
    games = quipu.vector(f"{key}(seats=3)", 16, threads=1)
    ended = 0
    for _ in range(6000):
        games.step(games.random_actions())
        paid = np.abs(games.returns).sum(axis=1) > 0
        assert not (paid & ~games.ended).any()
        assert np.allclose(games.returns.sum(axis=1), 0, atol=1e-5)
        ended += int(games.ended.sum())
        if ended > 20:
            break
    assert ended > 20
    decisions, draws = games.steps()
    assert decisions > 0 and draws > 0


def test_threads_change_nothing(key):
    one, two = (quipu.vector(key, 33, seed=9, threads=threads) for threads in (1, 2))
    for _ in range(60):
        assert (one.players == two.players).all() and (one.offsets == two.offsets).all()
        assert (one.ids[: one.offsets[-1]] == two.ids[: two.offsets[-1]]).all()
        actions = one.random_actions()
        assert (actions == two.random_actions()).all()
        one.step(actions)
        two.step(actions)
    assert (one.tensors() == two.tensors()).all() and (one.masks() == two.masks()).all()


def test_the_same_seed_gives_the_same_games(key):
    one, two = quipu.vector(key, 4, seed=1), quipu.vector(key, 4, seed=1)
    other = quipu.vector(key, 4, seed=2)
    differs = False
    for _ in range(50):
        actions = one.random_actions()
        assert (actions == two.random_actions()).all()
        one.step(actions)
        two.step(actions)
        other.step(other.random_actions())
        differs |= (one.players != other.players).any() or (one.offsets != other.offsets).any()
    assert differs
    one.reset(1)
    assert one.steps()[0] == 0


def test_arrays_are_filled_in_place():
    games = quipu.vector("tikal", 8)
    arrays = [games.players, games.offsets, games.returns, games.ended]
    for _ in range(100):
        games.step(games.random_actions())
    assert all(
        old is new for old, new in zip(arrays, [games.players, games.offsets, games.returns, games.ended], strict=True)
    )


def test_lists_longer_than_the_array_get_a_longer_one():
    games = quipu.vector("inka", 2)
    games.ids = np.zeros(1, np.int32)
    games.reset()
    assert len(games.ids) >= games.offsets[-1] > 1


def test_an_illegal_action_stops_all_and_changes_nothing(key):
    games = quipu.vector(key, 8, threads=2)
    for _ in range(30):
        games.step(games.random_actions())
    before = [games.state(number) for number in range(8)]
    actions = games.random_actions()
    for bad, says in ((-1, "game 5: -1 is no action"), (10**6, "game 5: 1000000 is no action")):
        wrong = actions.copy()
        wrong[5] = bad
        with pytest.raises(ValueError, match=says):
            games.step(wrong)
    illegal = actions.copy()
    illegal[5] = next(number for number in range(games.num_actions) if number not in games.legal_actions(5).tolist())
    with pytest.raises(ValueError, match="game 5: action"):
        games.step(illegal)
    assert all(games.state(number) == state for number, state in enumerate(before))
    games.step(actions)


def test_bad_input_says_what_is_wrong():
    games = quipu.vector("tikal", 4)
    with pytest.raises(ValueError, match="3 actions were given for 4 games"):
        games.step(np.zeros(3, np.int32))
    with pytest.raises(TypeError, match="whole numbers"):
        games.step(np.zeros(4, np.float32))
    with pytest.raises(ValueError, match="shape"):
        games.masks(np.zeros((3, games.num_actions), np.uint8))
    with pytest.raises(TypeError):
        games.masks(np.zeros((4, games.num_actions), np.int64))
    with pytest.raises(ValueError, match="contiguous"):
        games.tensors(np.zeros((games.observation_size, 4), np.float32).T)
    frozen = np.zeros((4, games.num_actions), np.uint8)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be written"):
        games.masks(frozen)
    with pytest.raises(ValueError, match="there is no game 4"):
        games.state(4)
    with pytest.raises(ValueError):
        quipu.vector("tikal", 0)
    with pytest.raises(ValueError):
        quipu.vector("tikal", 4, threads=0)
    with pytest.raises(TypeError):
        quipu.vector(7, 4)


def test_python_goes_on_while_rust_plays():
    games = quipu.vector("inka(seats=4)", 8192, threads=1, lists=False)
    actions = np.empty(8192, np.int32)
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    longest = 0.0
    for _ in range(30):
        games.random_actions(actions)
        start = time.perf_counter()
        games.step(actions)
        end = time.perf_counter()
        if sum(start < at < end for at in ticks) > 0:
            longest = max(longest, end - start)
    done.set()
    thread.join()
    assert longest > 0, "no other thread of Python ever ran during a step"
