# ruff: noqa
"""Rabbits and foxes on a torus: move, eat, breed, starve; counts per generation."""

import random
from abc import ABC, abstractmethod


class Animal(ABC):
    symbol = "?"

    def __init__(self, x, y):
        self.x, self.y = x, y
        self.alive = True

    def wander(self, world):
        dx, dy = world.rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        self.x = (self.x + dx) % world.size
        self.y = (self.y + dy) % world.size

    @abstractmethod
    def act(self, world): ...


class Rabbit(Animal):
    symbol = "r"

    def act(self, world):
        self.wander(world)
        if len(world.animals) < world.limit and world.rng.random() < 0.15:
            world.born.append(Rabbit(self.x, self.y))


class Fox(Animal):
    symbol = "F"

    def __init__(self, x, y):
        super().__init__(x, y)
        self.energy = 6

    def act(self, world):
        self.wander(world)
        self.energy -= 1
        prey = next((a for a in world.at(self.x, self.y) if isinstance(a, Rabbit) and a.alive), None)
        if prey:
            prey.alive = False
            self.energy += 4
        if self.energy <= 0:
            self.alive = False
        elif self.energy > 9:
            self.energy -= 5
            world.born.append(Fox(self.x, self.y))


class World:
    def __init__(self, size, rabbits, foxes, seed):
        self.size = size
        self.limit = 3 * size * size
        self.rng = random.Random(seed)
        place = lambda: (self.rng.randrange(size), self.rng.randrange(size))
        self.animals = [Rabbit(*place()) for _ in range(rabbits)] + [Fox(*place()) for _ in range(foxes)]
        self.born = []

    def at(self, x, y):
        return (a for a in self.animals if a.x == x and a.y == y)

    def step(self):
        for animal in self.animals:
            if animal.alive:
                animal.act(self)
        self.animals = [a for a in self.animals + self.born if a.alive]
        self.born = []

    def census(self):
        foxes = sum(isinstance(a, Fox) for a in self.animals)
        return len(self.animals) - foxes, foxes


def main(size, rabbits, foxes, seed, steps=12):
    world = World(size, rabbits, foxes, seed)
    history = [world.census()]
    for _ in range(steps):
        world.step()
        history.append(world.census())
    grid = [["."] * size for _ in range(size)]
    for a in world.animals:
        grid[a.y][a.x] = a.symbol
    return history, ["".join(row) for row in grid]


CASES = [(5, 10, 3, 1), (6, 20, 4, 2), (4, 0, 3, 3), (4, 5, 0, 4), (7, 15, 6, 5, 15), (3, 1, 1, 6, 5)]
