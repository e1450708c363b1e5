/** A comma is allowed only between thousands, a point only before decimals. */
const NUMBER = /^-?(?:(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)$/;

/** Parses a number that a person typed; undefined when it is not a number. `1,234.50` is one, `12,5` and `1e3` are not. */
export function readNumber(text: string): number | undefined {
  const typed = text.trim();
  return NUMBER.test(typed) ? Number(typed.replaceAll(',', '')) : undefined;
}
