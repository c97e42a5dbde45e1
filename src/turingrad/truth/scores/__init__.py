"""Scores of answers, one module per question."""

from turingrad.truth.scores.score import QUESTIONS, Score, interval, score, score_subject

__all__ = ["QUESTIONS", "Score", "interval", "score", "score_subject"]
