export interface Matcher {
  match: string;
  [option: string]: unknown;
}

export interface Rule {
  combine?: string;
  matchers: Matcher[];
}

/** Every key or every index. */
export const ANY = Symbol('any');
type Step = string | number | typeof ANY;

const STEP = /\.([A-Za-z0-9_-]+)|\.(\*)|\[(\d+)\]|\[(\*)\]|\['([^']*)'\]|\["([^"]*)"\]/y;

/** The steps of `$.data.list[*]['a b']` below `$`; undefined where it is written in a way not known here, as `$..code` is. */
export function stepsOf(path: string): Step[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const found = STEP.exec(path);
    if (!found) return undefined;
    const [, name, anyKey, index, anyIndex, quoted, doubleQuoted] = found;
    if (anyKey !== undefined || anyIndex !== undefined) steps.push(ANY);
    else steps.push(index === undefined ? (name ?? quoted ?? doubleQuoted ?? '') : Number(index));
  }
  return steps;
}

/** How closely a rule's path leads to a place or to something around it; 0 where it leads elsewhere. */
function closeness(rule: readonly Step[], place: readonly (string | number)[]): number {
  if (rule.length > place.length) return 0;
  let product = 2;
  for (const [at, step] of rule.entries()) {
    if (step === ANY) continue;
    // The pact library writes an object key of digits like the index of a list.
    if (String(step) !== String(place[at])) return 0;
    product *= 2;
  }
  return product * (rule.length + 1);
}

/** Says for a place which rule decides there. */
export type RuleFinder = (place: readonly (string | number)[]) => Rule | undefined;

/**
 * The rule that decides at a place: the closest one, its own or one around it, as the verifiers of Pact choose it.
 * A rule from around it says nothing about how long a list is.
 */
export function ruleFinder(rules: Readonly<Record<string, Rule>>): RuleFinder {
  const known = Object.entries(rules).flatMap(([path, rule]) => {
    const steps = stepsOf(path);
    return steps ? [{ steps, rule }] : [];
  });
  return (place) => {
    let best: { rule: Rule; weight: number; own: boolean } | undefined;
    for (const { steps, rule } of known) {
      const weight = closeness(steps, place);
      if (weight > (best?.weight ?? 0)) best = { rule, weight, own: steps.length === place.length };
    }
    if (!best || best.own) return best?.rule;
    return { ...best.rule, matchers: best.rule.matchers.map(({ min: _min, max: _max, ...matcher }) => matcher as Matcher) };
  };
}
