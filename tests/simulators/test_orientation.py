"""A turned screen: pixels and positions in the natural orientation and upright."""

import numpy as np
import pytest
from android_env.components import pixel_fns

from mobile_env.simulators.orientation import natural_pixels, natural_position, upright_position

TURNS = range(4)


@pytest.fixture
def natural():
    return np.arange(5 * 3 * 3, dtype=np.uint8).reshape(5, 3, 3)


@pytest.mark.parametrize("turn", TURNS)
def test_androidenv_turns_our_pixels_upright(natural, turn):
    upright = pixel_fns.orient_pixels(natural, turn)
    back = natural_pixels(upright, turn)
    np.testing.assert_array_equal(back, natural)
    assert back.flags.c_contiguous


def test_an_upright_screen_is_not_copied(natural):
    assert natural_pixels(natural, 0) is natural


@pytest.mark.parametrize("turn", TURNS)
def test_positions_turn_with_the_pixels(natural, turn):
    upright = pixel_fns.orient_pixels(natural, turn)
    height, width = upright.shape[:2]
    for row in range(height):
        for column in range(width):
            x, y = natural_position((column + 0.5) / width, (row + 0.5) / height, turn)
            pixel = natural[int(y * natural.shape[0]), int(x * natural.shape[1])]
            np.testing.assert_array_equal(pixel, upright[row, column])


@pytest.mark.parametrize("turn", TURNS)
def test_positions_come_back(turn):
    assert upright_position(*natural_position(0.25, 0.125, turn), turn) == (0.25, 0.125)
