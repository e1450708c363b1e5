/** What a template of a name may ask for, in braces. */
export const nameMacros = ['content', 'country', 'account', 'user', 'date', 'seq', 'material', 'scheme', 'landing'] as const;
export type NameMacro = (typeof nameMacros)[number];

const known: ReadonlySet<string> = new Set(nameMacros);
const MACRO = /\{([^{}]*)\}/g;

/** What stands in braces and is no macro, as it stands there. */
export const unknownMacros = (template: string): string[] =>
  [...template.matchAll(MACRO)].flatMap(([whole, name = '']) => (known.has(name) ? [] : [whole]));

/** The name itself. What is not known here is left out, and what it leaves doubled is joined. */
export const filledName = (template: string, values: Readonly<Partial<Record<NameMacro, string>>>): string =>
  template
    .replaceAll(MACRO, (whole, name: string) => (known.has(name) ? (values[name as NameMacro] ?? '') : whole))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Several countries as a name has them: `US`, or `US+3` for the first of four. */
export const countriesInName = (countries: readonly string[]): string => {
  const [first = '', ...others] = countries;
  return others.length === 0 ? first : `${first}+${others.length}`;
};

/** `20261120`, of a date as `2026-11-20`. */
export const dateInName = (date: string): string => date.replaceAll('-', '');

/** A number of its level, always with two digits at least so that names sort. */
export const seqInName = (seq: number): string => String(seq).padStart(2, '0');
