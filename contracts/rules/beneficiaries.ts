/** The European Union with those of its territories that have a code of their own. */
const EUROPEAN_UNION: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX GF GP MF MQ RE YT'.split(' '),
);

/** Whether ads in these countries must say who benefits from them and who pays for them. */
export const needsBeneficiary = (countries: readonly string[]): boolean => countries.some((country) => EUROPEAN_UNION.has(country));
