"""Pages to step through, pictures and reports: what a run looks like."""

from turingrad.view.diagram import Svg, diagram
from turingrad.view.frames import Window
from turingrad.view.pages import Page
from turingrad.view.show import view, view_learning

__all__ = ["Page", "Svg", "Window", "diagram", "view", "view_learning"]
