/** Patterns of the answers of the API, without months and days that no calendar has. */
export const DAY = '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$';
export const INSTANT = '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?Z$';

/** Beside a rule for numbers: the number is not negative. Verifiers of Pact compare the digits of a number with a pattern. */
export const NOT_NEGATIVE = '^\\d.*$';

/** Patterns of released contracts that allow everything one of the above allows. */
const wider: Readonly<Record<string, readonly string[]>> = {
  [DAY]: ['^\\d{4}-\\d\\d-\\d\\d$'],
  [INSTANT]: ['^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$'],
};

/** Whether every text of the inner pattern also has the outer one. Unknown pairs count as no. */
export const isWiderPattern = (outer: string, inner: string): boolean => outer === inner || (wider[inner]?.includes(outer) ?? false);
