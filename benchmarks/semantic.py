"""Telling right answers from wrong ones by meaning: accuracy over thresholds, and time."""

from pathlib import Path

import yaml

from benchmarks import table
from mobile_env.signals.embeddings import SentenceEncoder, load_encoder

TITLE = "Likeness of meaning: answers to how-to questions (all-MiniLM-L6-v2 unless another is set)"

ANSWERS = Path(__file__).parent / "data" / "answers.yaml"

# Measured in the paper (appendix on QA tasks) for its own model.
_PAPER_THRESHOLD = 0.7
_THRESHOLDS = [each / 20 for each in range(6, 19)]


def scores(encoder: SentenceEncoder) -> tuple[list[float], list[float], list[float]]:
    """Likeness to the expected answer: of right answers, of wrong ones, and of the question itself."""
    right, wrong, asked = [], [], []
    for each in yaml.safe_load(ANSWERS.read_text("utf-8")):
        right += [encoder.likeness(text, each["expected"]) for text in each["right"]]
        wrong += [encoder.likeness(text, each["expected"]) for text in each["wrong"]]
        asked.append(encoder.likeness(each["question"], each["expected"]))
    return right, wrong, asked


def _share(values: list[float], threshold: float) -> float:
    """Percentage of values from the threshold on."""
    return 100 * sum(value >= threshold for value in values) / len(values)


def rows() -> list[table.Row]:
    """Accuracy at each threshold, the best of them, and time."""
    encoder = load_encoder()
    right, wrong, asked = scores(encoder)

    def accuracy(threshold: float) -> float:
        passed = sum(value >= threshold for value in right) + sum(value < threshold for value in wrong)
        return 100 * passed / (len(right) + len(wrong))

    def row(name: str, threshold: float) -> table.Row:
        note = (
            f"passes: right {_share(right, threshold):.0f} %, wrong {_share(wrong, threshold):.0f} %, "
            f"the question repeated {_share(asked, threshold):.0f} %"
        )
        return table.Row(name, accuracy(threshold), "%", more_is_better=True, note=note)

    best = max(_THRESHOLDS, key=accuracy)
    found = [row(f"threshold {threshold:.2f}", threshold) for threshold in _THRESHOLDS]
    found.append(row(f"best threshold: {best:.2f}", best))
    found.append(row(f"the paper's threshold: {_PAPER_THRESHOLD:.2f}", _PAPER_THRESHOLD))
    counter = iter(range(1_000_000))
    seconds = table.median_seconds(lambda: encoder.embed(f"Bake it for {next(counter)} minutes."), 30)
    found.append(table.Row("one text embedded", 1e3 * seconds, "ms", note=f"{len(right) + len(wrong)} pairs"))
    again = table.median_seconds(lambda: encoder.likeness("Bake it.", "Fry it."), 200)
    found.append(table.Row("texts compared again", 1e6 * again, "µs"))
    return found


if __name__ == "__main__":
    table.main(TITLE, rows)
