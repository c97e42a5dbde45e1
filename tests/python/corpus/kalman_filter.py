"""A Kalman filter in one dimension with position and velocity."""

from dataclasses import dataclass


@dataclass
class State:
    x: float
    v: float
    pxx: float
    pxv: float
    pvv: float


def predict(s, dt, q):
    x = s.x + dt * s.v
    pxx = s.pxx + 2 * dt * s.pxv + dt * dt * s.pvv + q * dt**4 / 4
    pxv = s.pxv + dt * s.pvv + q * dt**3 / 2
    pvv = s.pvv + q * dt**2
    return State(x, s.v, pxx, pxv, pvv)


def correct(s, z, r):
    residual = z - s.x
    gain = s.pxx + r
    kx, kv = s.pxx / gain, s.pxv / gain
    return State(s.x + kx * residual, s.v + kv * residual, (1 - kx) * s.pxx, (1 - kx) * s.pxv, s.pvv - kv * s.pxv)


def main(measurements, dt=1.0, q=0.1, r=1.0):
    state = State(0.0, 0.0, 100.0, 0.0, 100.0)
    track = []
    for z in measurements:
        state = predict(state, dt, q)
        if z is not None:
            state = correct(state, z, r)
        track.append((state.x, state.v))
    return track, state


CASES = [
    ([],),
    ([1.0],),
    ([1.1, 1.9, 3.2, 3.8, 5.1, 6.0],),
    ([1.0, None, None, 4.0, 5.0],),
    ([0.0] * 10, 0.5, 0.01, 2.0),
    ([float(i * i) for i in range(12)], 1.0, 5.0, 0.5),
    ([None, None],),
]
