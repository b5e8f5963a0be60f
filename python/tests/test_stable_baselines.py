"""Stable-Baselines3's own check, and its maskable learner, on our environments; where ``pip install ".[peers]"`` was
done, as in continuous integration, since they need Torch."""

import pytest
import quipu.gymnasium as gyms

why = 'NOT TESTED: Stable-Baselines3, since it is missing (pip install ".[peers]")'
checker = pytest.importorskip("stable_baselines3.common.env_checker", reason=why)
contrib = pytest.importorskip("sb3_contrib", reason=why)


@pytest.mark.parametrize("masks", ["observation", "info"])
def test_stable_baselines_check(key, masks):
    checker.check_env(gyms.make(key, masks=masks), warn=True)


@pytest.mark.parametrize("masks", ["observation", "info"])
def test_maskable_ppo_learns(key, masks):
    env = gyms.make(key, masks=masks)
    policy = "MultiInputPolicy" if masks == "observation" else "MlpPolicy"
    learner = contrib.MaskablePPO(policy, env, n_steps=64, batch_size=32, n_epochs=1, seed=0, device="cpu")
    learner.learn(64)
    observation, _ = env.reset(seed=1)
    action, _ = learner.predict(observation, action_masks=env.action_masks())
    assert env.action_masks()[int(action)]
