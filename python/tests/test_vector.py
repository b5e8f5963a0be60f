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
        assert (games.returns.sum(axis=1) == 0).all()
        assert (games.final_points[~games.ended] == 0).all()
        for at in np.flatnonzero(games.ended):
            over = games.final_state(at)
            assert over.is_terminal() and over.points() == games.final_points[at].tolist()
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
    with pytest.raises(
        TypeError, match="out is an array of int64 with 2 axes; an array of uint8 with 2 axes is wanted"
    ):
        games.masks(np.zeros((4, games.num_actions), np.int64))
    with pytest.raises(TypeError, match="out is of the type list"):
        games.masks([1])
    with pytest.raises(ValueError, match="reward='fame' is not possible"):
        quipu.vector("tikal", 4, reward="fame")
    with pytest.raises(ValueError, match="there is no bot 'deep'"):
        quipu.vector("tikal", 4, opponents="deep")
    with pytest.raises(ValueError, match="2 opponents were given, 1 are needed"):
        quipu.vector("tikal", 4, opponents=["random", "random"])
    with pytest.raises(IndexError, match="there is no player 2"):
        games.tensors(player=2)
    with pytest.raises(ValueError, match="another game or table"):
        games.load({0: quipu.load_game("tikal(seats=3)").new_initial_state()})
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


def test_arrays_are_of_the_type_that_a_learner_wants(key):
    games = quipu.vector(key, 6, seed=2)
    for _ in range(20):
        games.step(games.random_actions())
    single, half = games.tensors(), games.tensors(np.empty((6, games.observation_size), np.float16))
    assert half.dtype == np.float16 and (half == single.astype(np.float16)).all()
    masks = games.masks(np.empty((6, games.num_actions), bool))
    assert masks.dtype == bool and (masks == games.masks().astype(bool)).all()


class Tensor:
    """What a Torch tensor looks like from outside."""

    def __init__(self, array, device="cpu"):
        self.array = array
        self.device = type("Device", (), {"type": device, "__str__": lambda self: device})()

    def detach(self):
        return self

    def numpy(self):
        return self.array


def test_tensors_of_torch_are_filled_in_place():
    games = quipu.vector("thebes", 3)
    out = Tensor(np.zeros((3, games.observation_size), np.float32))
    assert games.tensors(out) is out and (out.array == games.tensors()).all()
    with pytest.raises(TypeError, match="a tensor on cuda"):
        games.tensors(Tensor(out.array, "cuda"))


@pytest.mark.parametrize(
    "name, dtype",
    [
        ("points", np.int32),
        ("margins", np.int32),
        ("estimates", np.float32),
        ("prospects", np.float32),
        ("random_actions", np.int32),
    ],
)
def test_everything_a_vector_says_fills_tensors_of_torch(name, dtype):
    games, twin = quipu.vector("thebes", 3, seed=2), quipu.vector("thebes", 3, seed=2)
    for _ in range(40):
        actions = games.random_actions()
        games.step(actions)
        twin.random_actions()
        twin.step(actions)
    wanted = getattr(twin, name)()
    assert wanted.dtype == dtype
    out = Tensor(np.full(wanted.shape, 77, dtype))
    assert getattr(games, name)(out) is out and (out.array == wanted).all()
    with pytest.raises(TypeError, match="a tensor on cuda"):
        getattr(games, name)(Tensor(out.array, "cuda"))
    with pytest.raises((TypeError, ValueError)):
        getattr(games, name)(Tensor(out.array.astype(np.float64)))


def test_every_seat_has_a_view(key):
    games = quipu.vector(f"{key}(seats=3)", 5, seed=6)
    for _ in range(25):
        games.step(games.random_actions())
    every = games.tensors(player="all")
    assert every.shape == (5, 3, games.observation_size)
    asked = np.arange(5) % 3
    some = games.tensors(player=asked)
    for number in range(5):
        for seat in range(3):
            assert (every[number, seat] == games.state(number).observation_tensor(seat)).all()
        assert (some[number] == every[number, asked[number]]).all()
    assert (games.tensors(player=1) == every[:, 1]).all()


def test_points_margins_and_estimates_are_those_of_the_states(key):
    games = quipu.vector(f"{key}(seats=3)", 5, seed=6)
    for _ in range(60):
        games.step(games.random_actions())
    points, margins = games.points(), games.margins()
    for number in range(5):
        own = games.state(number).points()
        assert points[number].tolist() == own
        assert margins[number].tolist() == [p - max(own[:seat] + own[seat + 1 :]) for seat, p in enumerate(own)]
    estimates = games.estimates()
    assert estimates.shape == (5, 3) and np.isfinite(estimates).all()
    if not games.game.hides_information():
        assert np.allclose(estimates, [games.state(number).estimate() for number in range(5)])


def test_what_bots_have_learned_is_told_of_every_game(key):
    for table, threads in ((f"{key}(seats=3)", 1), (key, 3)):
        games = quipu.vector(table, 9, seed=6, threads=threads)
        for _ in range(60):
            games.step(games.random_actions())
        states = [games.state(number) for number in range(9)]
        wanted = [state.prospects() for state in states]
        out = np.full((9, 2, games.num_players), 77, np.float32)
        told = games.prospects(out)
        if None in wanted:
            assert set(wanted) == {None} and told is None and (out == 77).all()
            continue
        # A net reads nothing that is hidden, so that it says the same of every world that is guessed.
        assert told is out and np.allclose(told, wanted, atol=1e-5)
        assert np.allclose(told[:, 0].sum(axis=1), 1, atol=1e-5) and (told[0] != told[1]).any()
        assert np.allclose(games.prospects(), told, atol=1e-5)
        for wrong in (out[:5], out.astype(np.float64), out.swapaxes(0, 1).copy().swapaxes(0, 1)):
            with pytest.raises(TypeError, match="float32 is wanted"):
                games.prospects(wrong)
    assert quipu.vector("thebes", 2).prospects() is not None


def test_margins_are_paid_where_they_are_asked_for(key):
    games = quipu.vector(key, 16, reward="margin", threads=1)
    paid = 0
    for _ in range(4000):
        games.step(games.random_actions())
        for number in np.flatnonzero(games.ended):
            one, two = games.final_points[number].tolist()
            assert games.returns[number].tolist() == [one - two, two - one]
            paid += 1
        if paid > 10:
            break
    assert paid > 10


def test_games_are_kept_loaded_and_copied(key):
    games = quipu.vector(key, 6, seed=8, threads=2)
    for _ in range(30):
        games.step(games.random_actions())
    kept = {number: games.state(number) for number in range(6)}
    texts = {number: state.serialize() for number, state in kept.items()}
    for _ in range(10):
        games.step(games.random_actions())
    games.load({5: kept[0], 0: games.game.deserialize_state(texts[5])})
    assert games.state(5) == kept[0] and games.state(0) == kept[5]
    assert games.legal_actions(5).tolist() == kept[0].legal_actions()
    assert games.players[5] == kept[0].current_player()
    games.copy({1: 5, 4: 5})
    assert games.state(1) == games.state(4) == kept[0] and games.state(0) == kept[5]
    assert games.legal_actions(4).tolist() == kept[0].legal_actions()
    games.step(games.random_actions())


def test_bots_play_the_other_seats(key):
    games = quipu.vector(f"{key}(seats=3)", 6, opponents=["random", "greedy"], seat=1, seed=4, iterations=4)
    assert (games.players == 1).all()
    turns = quipu.vector(f"{key}(seats=3)", 6, opponents="random", seed=4)
    assert turns.players.tolist() == [0, 1, 2, 0, 1, 2]
    ended = 0
    for _ in range(3000):
        turns.step(turns.random_actions())
        ended += int(turns.ended.sum())
        assert turns.players.tolist() == [0, 1, 2, 0, 1, 2]
        if ended > 3:
            break
    assert ended > 3
    for _ in range(5):
        games.step(games.random_actions())
        assert (games.players == 1).all()


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
