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
  const weights = rule.map((step, at) => (step === ANY ? 1 : step === place[at] ? 2 : 0));
  return weights.reduce<number>((product, weight) => product * weight, 2) * (rule.length + 1);
}

/**
 * The rule that decides at a place: the closest one, its own or one around it, as the verifiers of Pact choose it.
 * A rule from around it says nothing about how long a list is.
 */
export function ruleAt(rules: Readonly<Record<string, Rule>>, place: readonly (string | number)[]): Rule | undefined {
  let best: { rule: Rule; weight: number; own: boolean } | undefined;
  for (const [path, rule] of Object.entries(rules)) {
    const steps = stepsOf(path);
    if (!steps) continue;
    const weight = closeness(steps, place);
    if (weight > (best?.weight ?? 0)) best = { rule, weight, own: steps.length === place.length };
  }
  if (!best || best.own) return best?.rule;
  return { ...best.rule, matchers: best.rule.matchers.map(({ min: _min, max: _max, ...matcher }) => matcher as Matcher) };
}
