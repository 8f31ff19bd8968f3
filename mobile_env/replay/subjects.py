"""The subjects of pictures: one small drawing per subject, in flat colours, in a 100 × 100 square."""

from __future__ import annotations

from collections.abc import Callable

from mobile_env.replay.drawing import Colour, Pen

INK: Colour = (62, 68, 79)
WHITE: Colour = (252, 252, 250)
STEEL: Colour = (120, 130, 145)
SILVER: Colour = (196, 204, 214)
RED: Colour = (222, 98, 84)
ORANGE: Colour = (240, 160, 76)
YELLOW: Colour = (246, 206, 94)
GREEN: Colour = (112, 160, 84)
LEAF: Colour = (147, 184, 116)
BLUE: Colour = (86, 142, 196)
SKY: Colour = (150, 196, 226)
BROWN: Colour = (150, 104, 72)
TAN: Colour = (214, 170, 120)
PINK: Colour = (240, 176, 180)
PURPLE: Colour = (140, 112, 176)

SUBJECTS: dict[str, Callable[[Pen], None]] = {}


def _subject(draw: Callable[[Pen], None]) -> Callable[[Pen], None]:
    SUBJECTS[draw.__name__] = draw
    return draw


@_subject
def pan(pen: Pen) -> None:
    pen.line([(62, 55), (97, 42)], INK, 8)
    pen.line([(78, 49), (97, 42)], BROWN, 8)
    pen.ellipse((40, 60), (36, 22), INK)
    pen.ellipse((40, 57), (35, 21), STEEL)
    pen.ellipse((40, 58), (29, 16), (88, 96, 108))
    pen.ellipse((37, 58), (17, 9.5), WHITE, 10)
    pen.ellipse((45, 62), (9, 5), WHITE)
    pen.circle((35, 57), 5.5, YELLOW)
    for x, lift in ((25, 0), (39, -6), (53, 0)):
        pen.line([(x, 33 + lift), (x + 3, 28 + lift), (x - 1, 23 + lift), (x + 2, 17 + lift)], WHITE, 2.4)


@_subject
def plant(pen: Pen) -> None:
    pen.line([(50, 66), (50, 30)], GREEN, 3)
    for x, y, turn, shade in (
        (35, 46, 35, LEAF),
        (66, 42, -38, LEAF),
        (37, 26, 50, GREEN),
        (62, 22, -52, GREEN),
    ):
        pen.ellipse((x, y), (17, 8), shade, turn)
    pen.ellipse((50, 13), (7, 14), LEAF)
    pen.polygon([(30, 66), (70, 66), (64, 95), (36, 95)], (206, 122, 88))
    pen.box(27, 62, 73, 71, (190, 104, 72), 2)


@_subject
def bicycle(pen: Pen) -> None:
    for x in (23, 77):
        pen.line(pen.arc((x, 66), (19, 19), 0, 360), INK, 4, closed=True)
        pen.line(pen.arc((x, 66), (15.5, 15.5), 0, 360), SILVER, 1.2, closed=True)
        pen.circle((x, 66), 3, INK)
    pen.line([(23, 66), (38, 38), (66, 38), (48, 67), (23, 66)], RED, 4.5)
    pen.line([(48, 67), (35, 30)], RED, 4.5)
    pen.line([(77, 66), (64, 28)], RED, 4.5)
    pen.line([(26, 29), (43, 29)], INK, 6)
    pen.line([(64, 28), (76, 24), (80, 30)], INK, 4)
    pen.circle((48, 67), 5.5, STEEL)
    pen.line([(44, 60), (53, 75)], INK, 2.5)


@_subject
def book(pen: Pen) -> None:
    pen.polygon([(6, 24), (50, 32), (94, 24), (94, 82), (50, 90), (6, 82)], BLUE)
    pen.polygon([(11, 20), (50, 28), (50, 84), (11, 76)], WHITE)
    pen.polygon([(89, 20), (50, 28), (50, 84), (89, 76)], (238, 236, 228))
    for row in range(5):
        y = 34 + row * 9
        pen.line([(18, y), (43, y + 5)], SILVER, 2.2)
        pen.line([(82 if row < 4 else 70, y + (0 if row < 4 else 2.4)), (57, y + 5)], SILVER, 2.2)
    pen.polygon([(70, 16), (80, 14), (80, 44), (75, 38), (70, 45)], RED)


@_subject
def dog(pen: Pen) -> None:
    pen.ellipse((50, 94), (30, 22), TAN)
    pen.ellipse((50, 46), (30, 31), TAN)
    pen.ellipse((20, 42), (11, 25), BROWN, 14)
    pen.ellipse((80, 42), (11, 25), BROWN, -14)
    pen.ellipse((50, 61), (18, 15), (244, 226, 200))
    pen.circle((38, 42), 4.2, INK)
    pen.circle((62, 42), 4.2, INK)
    pen.circle((36.8, 40.6), 1.3, WHITE)
    pen.circle((60.8, 40.6), 1.3, WHITE)
    pen.ellipse((50, 54), (7, 5), INK)
    pen.line(pen.arc((44, 62), (6, 5), 0, 150), INK, 2)
    pen.line(pen.arc((56, 62), (6, 5), 30, 180), INK, 2)
    pen.ellipse((50, 71), (5, 6.5), RED)
    pen.box(30, 79, 70, 86, RED, 3)
    pen.circle((50, 87), 4, YELLOW)


@_subject
def cat(pen: Pen) -> None:
    pen.ellipse((50, 96), (28, 22), STEEL)
    pen.polygon([(20, 10), (47, 26), (21, 48)], STEEL)
    pen.polygon([(80, 10), (53, 26), (79, 48)], STEEL)
    pen.polygon([(25, 18), (40, 27), (26, 40)], PINK)
    pen.polygon([(75, 18), (60, 27), (74, 40)], PINK)
    pen.ellipse((50, 50), (32, 28), STEEL)
    for x in (38, 62):
        pen.ellipse((x, 46), (6, 7), (198, 222, 130))
        pen.ellipse((x, 46), (2, 6), INK)
    pen.polygon([(46, 57), (54, 57), (50, 62)], PINK)
    pen.line(pen.arc((45, 62), (5, 5), 0, 140), WHITE, 1.8)
    pen.line(pen.arc((55, 62), (5, 5), 40, 180), WHITE, 1.8)
    for side in (-1, 1):
        for rise in (-4, 1, 6):
            pen.line([(50 + side * 18, 59 + rise * 0.5), (50 + side * 40, 57 + rise * 1.6)], WHITE, 1.3)


@_subject
def shirt(pen: Pen) -> None:
    pen.polygon(
        [(36, 14), (64, 14), (94, 30), (84, 50), (73, 44), (73, 90), (27, 90), (27, 44), (16, 50), (6, 30)],
        BLUE,
    )
    pen.polygon(pen.arc((50, 14), (13, 12), 0, 180), (66, 118, 170))
    pen.polygon(pen.arc((50, 12), (10, 9), 0, 180), WHITE)
    pen.line([(27, 44), (29, 56)], (66, 118, 170), 2)
    pen.line([(73, 44), (71, 56)], (66, 118, 170), 2)
    pen.box(27, 60, 73, 66, WHITE)
    pen.box(27, 70, 73, 74, YELLOW)


@_subject
def phone(pen: Pen) -> None:
    pen.box(28, 4, 72, 96, INK, 7)
    pen.box(31, 12, 69, 86, SKY, 2)
    pen.box(44, 7, 56, 9, STEEL, 1)
    pen.circle((50, 91), 3, STEEL)
    pen.box(36, 20, 58, 32, WHITE, 4)
    pen.polygon([(38, 30), (38, 38), (46, 31)], WHITE)
    pen.box(43, 42, 65, 54, LEAF, 4)
    pen.polygon([(63, 52), (63, 60), (55, 53)], LEAF)
    for row, right in ((0, 54), (1, 50)):
        pen.line([(40, 24 + row * 4.5), (right, 24 + row * 4.5)], SILVER, 1.8)
        pen.line([(47, 46 + row * 4.5), (right + 7, 46 + row * 4.5)], WHITE, 1.8)
    for column in range(3):
        pen.box(36 + column * 10, 68, 44 + column * 10, 76, (RED, YELLOW, BLUE)[column], 2)


@_subject
def guitar(pen: Pen) -> None:
    pen.line([(58, 44), (88, 8)], BROWN, 6)
    pen.line([(86, 12), (93, 3)], INK, 9)
    pen.circle((34, 68), 24, ORANGE)
    pen.circle((52, 50), 17, ORANGE)
    pen.circle((42, 60), 16, ORANGE)
    pen.circle((45, 57), 8.5, (92, 58, 40))
    pen.line([(22, 72), (32, 82)], INK, 4)
    for offset in (-2.2, 0.0, 2.2):
        pen.line([(27 + offset, 77 + offset * 0.85), (90 + offset * 0.8, 7 + offset * 0.6)], WHITE, 0.8)


@_subject
def cake(pen: Pen) -> None:
    pen.ellipse((50, 90), (44, 6), SILVER)
    pen.box(16, 48, 84, 90, TAN, 3)
    pen.box(16, 66, 84, 71, WHITE)
    pen.box(14, 40, 86, 52, PINK, 5)
    for index, drop in enumerate((10, 5, 12, 7, 10, 4)):
        x = 15 + index * 12
        pen.box(x, 44, x + 10, 52 + drop, PINK, 5)
    for x, shade in ((32, BLUE), (50, YELLOW), (68, LEAF)):
        pen.line([(x, 40), (x, 24)], shade, 4)
        pen.ellipse((x, 17), (2.6, 5), ORANGE)
    for x, y in ((26, 80), (44, 83), (60, 79), (75, 83)):
        pen.circle((x, y), 2, RED)


@_subject
def house(pen: Pen) -> None:
    pen.box(68, 14, 78, 36, BROWN)
    pen.polygon([(50, 8), (96, 48), (4, 48)], RED)
    pen.box(15, 46, 85, 92, (250, 236, 210))
    pen.box(42, 62, 58, 92, BROWN, 2)
    pen.circle((54.5, 78), 1.6, YELLOW)
    for x in (22, 64):
        pen.box(x, 56, x + 14, 72, SKY, 1)
        pen.line([(x + 7, 56), (x + 7, 72)], WHITE, 1.6)
        pen.line([(x, 64), (x + 14, 64)], WHITE, 1.6)
    pen.circle((50, 32), 6, WHITE)
    for x in (10, 90):
        pen.circle((x, 88), 8, GREEN)


@_subject
def car(pen: Pen) -> None:
    pen.polygon([(24, 50), (36, 28), (68, 28), (82, 50)], BLUE)
    pen.polygon([(31, 49), (39, 33), (50, 33), (50, 49)], (222, 238, 248))
    pen.polygon([(54, 49), (54, 33), (66, 33), (75, 49)], (222, 238, 248))
    pen.box(5, 46, 96, 72, BLUE, 9)
    pen.box(5, 62, 96, 68, (66, 118, 170))
    pen.box(88, 52, 96, 59, YELLOW, 3)
    pen.box(5, 52, 11, 59, RED, 3)
    pen.line([(56, 55), (63, 55)], WHITE, 2)
    for x in (27, 74):
        pen.circle((x, 72), 12, INK)
        pen.circle((x, 72), 5.5, SILVER)


@_subject
def tree(pen: Pen) -> None:
    pen.polygon([(44, 60), (56, 60), (60, 94), (40, 94)], BROWN)
    pen.line([(50, 66), (64, 54)], BROWN, 4)
    for x, y, radius, shade in (
        (30, 46, 20, GREEN), (70, 46, 20, GREEN), (50, 28, 24, LEAF), (40, 46, 18, LEAF), (62, 50, 15, LEAF)
    ):  # fmt: skip
        pen.circle((x, y), radius, shade)
    for x, y in ((40, 24), (60, 34), (30, 46), (52, 52), (72, 46)):
        pen.circle((x, y), 3.4, RED)


@_subject
def shoe(pen: Pen) -> None:
    pen.polygon([(8, 36), (20, 30), (34, 34), (46, 30), (62, 52), (84, 58), (94, 68), (94, 76), (8, 76)], RED)
    pen.box(5, 72, 96, 83, WHITE, 5)
    pen.box(5, 80, 96, 84, SILVER, 2)
    pen.polygon([(8, 48), (22, 52), (22, 72), (8, 72)], (190, 76, 64))
    pen.polygon([(78, 57), (94, 66), (94, 72), (74, 72)], WHITE)
    for x, y in ((42, 41), (48, 47), (54, 53)):
        pen.line([(x, y), (x + 10, y - 6)], WHITE, 2.6)
    pen.line([(26, 64), (42, 60), (58, 66)], WHITE, 3)


@_subject
def cup(pen: Pen) -> None:
    pen.ellipse((47, 90), (42, 6), SILVER)
    pen.line(pen.arc((76, 58), (13, 13), -90, 90), LEAF, 6)
    pen.polygon([(20, 40), (76, 40), (70, 84), (62, 90), (34, 90), (26, 84)], LEAF)
    pen.ellipse((48, 40), (28, 7), (236, 240, 228))
    pen.ellipse((48, 41), (24, 5), BROWN)
    for x in (36, 48, 60):
        pen.line([(x, 29), (x + 4, 23), (x - 2, 17), (x + 2, 10)], WHITE, 2.6)
    pen.polygon([*pen.arc((43, 62), (5, 5), 180, 360), *pen.arc((53, 62), (5, 5), 180, 360), (48, 74)], WHITE)


@_subject
def bowl(pen: Pen) -> None:
    pen.line([(72, 46), (92, 14)], SILVER, 5)
    pen.box(34, 84, 66, 93, (62, 112, 162), 3)
    pen.polygon(pen.arc((50, 50), (44, 38), 0, 180), BLUE)
    pen.ellipse((50, 50), (44, 12), SKY)
    pen.ellipse((50, 51), (38, 9), (244, 190, 104))
    for x, y, shade in ((30, 51, GREEN), (43, 47, RED), (57, 55, GREEN), (66, 49, WHITE), (47, 55, WHITE)):
        pen.ellipse((x, y), (5, 2.6), shade, x)
    pen.line([(14, 66), (86, 66)], SKY, 2.5)


@_subject
def fish(pen: Pen) -> None:
    pen.polygon([(66, 50), (95, 28), (88, 50), (95, 74)], ORANGE)
    pen.polygon([(38, 32), (60, 18), (62, 38)], (222, 138, 56))
    pen.ellipse((42, 50), (36, 22), ORANGE)
    pen.polygon(pen.arc((42, 50), (36, 22), 115, 245), (250, 190, 120))
    pen.circle((22, 45), 5.5, WHITE)
    pen.circle((21, 45), 2.8, INK)
    pen.line(pen.arc((10, 52), (7, 5), 10, 80), INK, 2)
    for x in (42, 54):
        for y in (42, 50, 58):
            pen.line(pen.arc((x + (3 if y == 50 else 0), y), (4, 4), -70, 70), (222, 138, 56), 1.8)
    for x, y, radius in ((6, 26, 3.5), (14, 14, 2.5), (3, 12, 2)):
        pen.circle((x, y), radius, WHITE)


@_subject
def brush(pen: Pen) -> None:
    pen.ellipse((30, 82), (26, 9), PURPLE)
    pen.ellipse((56, 86), (12, 5), PURPLE)
    pen.line([(58, 42), (90, 8)], BROWN, 7)
    pen.line([(47, 54), (60, 40)], SILVER, 12)
    pen.line([(51, 58), (43, 50)], STEEL, 3)
    pen.polygon([(40, 48), (53, 61), (40, 74), (24, 80), (28, 64)], (92, 72, 60))
    pen.polygon([(34, 66), (37, 75), (24, 80), (27, 69)], PURPLE)


@_subject
def clock(pen: Pen) -> None:
    pen.line([(28, 82), (20, 95)], INK, 5)
    pen.line([(72, 82), (80, 95)], INK, 5)
    pen.ellipse((24, 15), (15, 9), RED, -40)
    pen.ellipse((76, 15), (15, 9), RED, 40)
    pen.circle((50, 52), 40, RED)
    pen.circle((50, 52), 33, WHITE)
    for hour in range(12):
        place = pen.arc((50, 52), (28, 28), hour * 30, hour * 30 + 1)[0]
        pen.circle(place, 2.4 if hour % 3 == 0 else 1.3, INK)
    pen.line([(50, 52), (50, 31)], INK, 3)
    pen.line([(50, 52), (66, 58)], INK, 3)
    pen.circle((50, 52), 3.4, RED)


@_subject
def letter(pen: Pen) -> None:
    pen.box(5, 22, 95, 82, (244, 238, 224), 3)
    pen.polygon([(5, 80), (40, 50), (60, 50), (95, 80)], (230, 220, 200))
    pen.polygon([(6, 23), (94, 23), (50, 60)], WHITE)
    pen.line([(6, 23), (50, 60), (94, 23)], (206, 194, 168), 2)
    pen.circle((50, 57), 9, RED)
    pen.polygon(
        [
            *pen.arc((47.5, 55.5), (2.7, 2.7), 180, 360),
            *pen.arc((52.5, 55.5), (2.7, 2.7), 180, 360),
            (50, 62),
        ],
        WHITE,
    )


@_subject
def chair(pen: Pen) -> None:
    pen.line([(28, 64), (22, 95)], BROWN, 5)
    pen.line([(72, 64), (78, 95)], BROWN, 5)
    pen.line([(40, 66), (38, 88)], (122, 82, 56), 4)
    pen.line([(60, 66), (62, 88)], (122, 82, 56), 4)
    pen.box(24, 6, 76, 52, LEAF, 10)
    pen.box(30, 12, 70, 46, (170, 204, 142), 7)
    pen.box(18, 50, 82, 66, GREEN, 7)
    for x, y in ((42, 24), (58, 24), (50, 34)):
        pen.circle((x, y), 2, GREEN)
