// Samples of distributions.
/** A sample of the gamma distribution with a shape and scale 1, by the method of Marsaglia and Tsang. */
export function sampleGamma(shape: number, random: () => number): number {
  if (shape < 1)
    return sampleGamma(shape + 1, random) * (random() + 1e-12) ** (1 / Math.max(shape, 1e-3));
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = sampleNormal(random);
    const cube = (1 + c * normal) ** 3;
    if (cube <= 0) continue;
    const limit = 0.5 * normal ** 2 + d - d * cube + d * Math.log(cube);
    if (Math.log(random() + 1e-12) < limit) return d * cube;
  }
}

function sampleNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
}
