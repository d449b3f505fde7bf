"""The greatest values, however many there are."""

import numpy as np
import pytest

from custom_components.mirae_story.memory.vectors import best


@pytest.mark.parametrize(
    ("size", "count"), [(5, 10), (1_000, 40), (50_000, 40), (50_000, 1_000)]
)
def test_the_best_are_found_in_few_and_in_many(size, count):
    values = np.random.default_rng(size + count).random(size, np.float32)
    found = best(values, count)
    assert sorted(values[found]) == sorted(np.sort(values)[-min(size, count) :])


def test_where_a_sample_misleads_all_are_looked_at():
    values = np.zeros(50_000, np.float32)
    values[::16] = 1
    values[1:41] = 2
    assert set(np.arange(1, 41)) - {16, 32} <= set(best(values, 2_000).tolist())
