#!/usr/bin/env python3
"""Writes photo.npy and edges.npy: what photo.mlir computes, by NumPy alone."""

import pathlib

import numpy as np

here = pathlib.Path(__file__).resolve().parent
photo = np.random.default_rng(1).random((2, 3, 12, 10), np.float32)
photo[1] = 0.5  # A flat picture, whose only edges are its borders.

gray = (photo * np.array([0.2126, 0.7152, 0.0722]).reshape(1, 3, 1, 1)).sum(1, keepdims=True)
padded = np.pad(gray, ((0, 0), (0, 0), (1, 1), (1, 1)))
windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
strength = np.abs(gray - windows.mean(axis=(-2, -1)))
low = strength.min(axis=(1, 2, 3), keepdims=True)
high = strength.max(axis=(1, 2, 3), keepdims=True)
np.save(here / "photo.npy", photo)
np.save(here / "edges.npy", ((strength - low) / (high - low)).astype(np.float32))
