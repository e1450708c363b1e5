/*
 * Pseudo-randomness of the simulator. No generator keeps a state: every number follows from the seed and its key, so the order and number
 * of calls do not matter.
 */

export type Part = string | number;

/** Mixes a hash, so that every bit of the input affects every bit of the output. */
function mixBits(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const SEPARATOR = '\u001f';

/** State of the two hash lanes over a text. */
interface Lanes {
  one: number;
  other: number;
  length: number;
}

function hashInto({ one, other, length }: Lanes, text: string): Lanes {
  let [left, right] = [one, other];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    left = Math.imul(left ^ code, 0x01000193);
    right = Math.imul(right ^ code, 0x85ebca6b);
  }
  return { one: left, other: right, length: length + text.length };
}

const START: Lanes = { one: 0x811c9dc5, other: 0x9e3779b9, length: 0 };

/** Maps the 64 bits of both lanes to a uniform number in [0, 1). */
function toUniform({ one, other, length }: Lanes): number {
  const left = mixBits(one ^ length);
  const right = mixBits(other + left);
  const high = mixBits(left ^ Math.imul(right, 0xc2b2ae35));
  return (high * 0x200000 + (right >>> 11)) / 0x20000000000000;
}

/** Uniform number in [0, 1). */
export const uniform = (seed: string, ...parts: readonly Part[]): number => toUniform(hashInto(START, [seed, ...parts].join(SEPARATOR)));

const polynomial = (at: number, coefficients: readonly number[]): number => coefficients.reduceRight((sum, each) => sum * at + each, 0);

/** Inverse of the normal distribution by rational approximation, accurate to 1e-6. */
export function inverseNormal(probability: number): number {
  const middle = probability - 0.5;
  if (Math.abs(middle) <= 0.425) {
    const at = 0.180625 - middle * middle;
    return (
      (middle * polynomial(at, [3.3871327179, 50.434271938, 159.29113202, 59.10937472])) /
      polynomial(at, [1, 17.895169469, 78.757757664, 67.1875636])
    );
  }
  const tail = Math.sqrt(-Math.log(Math.max(Math.min(probability, 1 - probability), Number.MIN_VALUE)));
  const size =
    tail <= 5
      ? polynomial(tail - 1.6, [1.4234372777, 2.75681539, 1.3067284816, 0.17023821103]) /
        polynomial(tail - 1.6, [1, 0.7370016425, 0.12021132975])
      : polynomial(tail - 5, [6.657905115, 3.081226386, 0.42868294337, 0.017337203997]) /
        polynomial(tail - 5, [1, 0.24197894225, 0.012258202635]);
  return Math.sign(middle) * size;
}

/** Standard normal number. */
export const normal = (seed: string, ...parts: readonly Part[]): number => inverseNormal(uniform(seed, ...parts));

/** Rounds up or down by chance, so that the mean is `value`. */
export const roundByChance = (value: number, seed: string, ...parts: readonly Part[]): number =>
  Math.floor(value + uniform(seed, ...parts));

/** Numbers that share a key prefix: the same as with the full key, but faster, because the prefix is hashed once. */
export class Chance {
  readonly #begun: Lanes;

  constructor(seed: string, about: readonly Part[]) {
    this.#begun = hashInto(START, `${[seed, ...about].join(SEPARATOR)}${SEPARATOR}`);
  }

  uniform(...names: readonly Part[]): number {
    return toUniform(hashInto(this.#begun, names.length === 1 ? String(names[0]) : names.join(SEPARATOR)));
  }

  normal(...names: readonly Part[]): number {
    return inverseNormal(this.uniform(...names));
  }

  /** A whole number whose mean is `value`, capped at `max`. */
  count(value: number, name: Part, max = Number.POSITIVE_INFINITY): number {
    return Math.min(Math.floor(value + this.uniform(name)), max);
  }
}

export const chanceOf = (seed: string, ...about: readonly Part[]): Chance => new Chance(seed, about);

/** An id as the channel makes them: text of `count` digits that does not begin with 0. */
export function digits(count: number, seed: string, ...parts: readonly Part[]): string {
  let text = '';
  for (let block = 0; text.length < count; block++) {
    text += String(Math.floor(uniform(seed, ...parts, 'digits', block) * 1e9)).padStart(9, '0');
  }
  return `${1 + (Number(text[0]) % 9)}${text.slice(1, count)}`;
}
