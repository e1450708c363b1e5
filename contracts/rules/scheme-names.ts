/** The macros of a name template, written in braces. */
export const nameMacros = ['content', 'country', 'account', 'user', 'date', 'seq', 'material', 'scheme', 'landing'] as const;
export type NameMacro = (typeof nameMacros)[number];

const known: ReadonlySet<string> = new Set(nameMacros);
const MACRO = /\{([^{}]*)\}/g;

/** The texts in braces that are not macros. */
export const unknownMacros = (template: string): string[] =>
  [...template.matchAll(MACRO)].flatMap(([whole, name = '']) => (known.has(name) ? [] : [whole]));

/** Fills in a template. Macros without a value are left out, and the doubled separators around them are joined. */
export const filledName = (template: string, values: Readonly<Partial<Record<NameMacro, string>>>): string =>
  template
    .replaceAll(MACRO, (whole, name: string) => (known.has(name) ? (values[name as NameMacro] ?? '') : whole))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Countries in a name: `US`, or `US+3` for the first of four. */
export const countriesInName = (countries: readonly string[]): string => {
  const [first = '', ...others] = countries;
  return others.length === 0 ? first : `${first}+${others.length}`;
};

/** Turns `2026-11-20` into `20261120`. */
export const dateInName = (date: string): string => date.replaceAll('-', '');

/** A number with at least two digits, so that names sort. */
export const seqInName = (seq: number): string => String(seq).padStart(2, '0');
