// Property tests draw the same values in every run; PINAKES_SEED=random, or a number, draws others.
import fc from 'fast-check';

const { PINAKES_SEED = '19961026' } = process.env;

// A test that fails tells its seed.
if (PINAKES_SEED !== 'random') fc.configureGlobal({ seed: Number(PINAKES_SEED) });
