"""Plain SGD, noisy SGD and Frank-Wolfe, as torch optimizers."""
