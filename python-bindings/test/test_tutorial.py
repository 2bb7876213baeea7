"""The tutorial page, as written: its lines run in order and print what it says."""
import doctest
import os
import pathlib

ROOT = pathlib.Path(os.environ.get("TINYGRAD_SOURCE", pathlib.Path(__file__).parents[2]))


def test_tutorial():
    result = doctest.testfile(str(ROOT / "docs" / "python-tutorial.md"), module_relative=False,
                              optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 40 and not result.failed
