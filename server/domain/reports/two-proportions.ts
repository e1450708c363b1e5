interface Sample {
  /** Trials that succeeded. */
  readonly hits: number;
  readonly size: number;
}

/** Complementary error function for x ≥ 0, with a fractional error below 1.2e-7 (Numerical Recipes, erfcc). */
function erfc(x: number): number {
  const t = 1 / (1 + 0.5 * x);
  const coefficients = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368, -1.26551223,
  ];
  return t * Math.exp(coefficients.reduce((sum, coefficient) => sum * t + coefficient, 0) - x * x);
}

/** Probability that a standard normal value is at least this far from zero. */
export const twoSidedP = (z: number): number => Math.min(erfc(Math.abs(z) / Math.SQRT2), 1);

const isProportion = ({ hits, size }: Sample): boolean => size > 0 && hits >= 0 && hits <= size;

/** z of the difference of two proportions with pooled variance; null where it cannot be computed. */
export function zOfProportions(a: Sample, b: Sample): number | null {
  if (!isProportion(a) || !isProportion(b)) return null;
  const pooled = (a.hits + b.hits) / (a.size + b.size);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / a.size + 1 / b.size));
  return deviation === 0 ? null : (a.hits / a.size - b.hits / b.size) / deviation;
}
