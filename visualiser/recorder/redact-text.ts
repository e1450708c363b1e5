// Removes secrets inside texts: error messages, addresses, headers, request bodies.
import { isSecretName } from './secret-names.ts';

export const REDACTED = '*redacted*';

/** Texts of these shapes are always secret. */
const SECRET_SHAPES: readonly (readonly [shape: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*-----|$)/g, REDACTED],
  [/\beyJ[\w-]{4,}(?:\.[\w-]*){1,4}/g, REDACTED],
  [/\b(bearer|digest|negotiate|apikey)(\s+|%20|\+)(?:"[^"]*"?|[^\s"',;&<>\\]+)/gi, `$1$2${REDACTED}`],
  [/\b([Bb]asic|BASIC)(\s+|%20|\+)(?=[\w+/=-]*[\d=A-Z])[\w+/=-]{6,}/g, `$1$2${REDACTED}`],
  // The user name and the password in an address.
  [/(\b[a-z][a-z\d+.-]*:\/\/)[^\s/?#@]*:[^\s/?#]*@/gi, `$1${REDACTED}@`],
];

/** A name in a text, the separator before its value, and the opening quote or bracket of the value. */
const NAMED_VALUE =
  /(?:(?<=["'`])(?<quoted>[^"'`\\\r\n]{1,80})|(?<name>(?:[\p{L}\p{N}]|%[89a-f][\da-f])(?:[\p{L}\p{N}_.$[\]-]|%5B|%5D|%[89a-f][\da-f]){0,80}))(?:\\*["'`]|%22)?\s*(?<sign>=>|->|[=:>\uFF1D\uFF1A]|%3A|%3D)\s*(?<open>\\*["'`]|%22|[{[(]|%7B|%5B)?/giu;
/** For these names, everything up to the end of the line is secret. */
const WHOLE_LINE = /authori[sz]ation|cookie/i;
/** After a colon, a value may consist of several words. */
const IN_WORDS = /[:\uFF1A]/;
/** Where an unquoted value ends. */
const BARE_END = /[\s&;,"'`<>)}\]\\]|%26|%22|%7D|%2C/i;
const LINE_END = /[\r\n]/;

/** Index of the closing quote of a value. A quote that is escaped more often than the opening one belongs to the text. */
function findClosing(text: string, from: number, open: string): number {
  const sign = open.startsWith('%') ? open : open.slice(-1);
  const escapes = open.length - sign.length;
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1)) {
    let before = 0;
    while (before < at - from && text[at - before - 1] === '\\') before += 1;
    if (before <= escapes) return at - before;
  }
  return text.length;
}

/** Index of the end of the value that begins at `from`. */
function findValueEnd(
  text: string,
  from: number,
  { name = '', quoted = '', sign = '', open }: { [part: string]: string | undefined },
): number {
  // Nested brackets are not counted: redacting too much is better than half of a secret.
  if (open !== undefined) return /^(?:[{[(]|%7B|%5B)$/i.test(open) ? text.length : findClosing(text, from, open);
  const length = text.slice(from).search(WHOLE_LINE.test(name || quoted) || IN_WORDS.test(sign) ? LINE_END : BARE_END);
  return length < 0 ? text.length : from + length;
}

const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

function redactNamed(text: string): string {
  let clean = '';
  let copiedTo = 0;
  NAMED_VALUE.lastIndex = 0;
  for (let found = NAMED_VALUE.exec(text); found; found = NAMED_VALUE.exec(text)) {
    const { name = '', quoted = '' } = found.groups ?? {};
    if (!isSecretName(decodeName(name || quoted))) {
      // The value may be a name itself.
      NAMED_VALUE.lastIndex = found.index + Math.max(name.length, 1);
      continue;
    }
    const from = found.index + found[0].length;
    const end = findValueEnd(text, from, { ...found.groups });
    clean += `${text.slice(copiedTo, from)}${end > from ? REDACTED : ''}`;
    copiedTo = end;
    NAMED_VALUE.lastIndex = end;
  }
  return clean + text.slice(copiedTo);
}

/** A cheap test for every text: most texts contain neither a secret nor the name of one. */
const SUSPICIOUS = /[=:>\uFF1D\uFF1A]|%3[AD]|eyJ|PRIVATE KEY|bearer|basic|digest|negotiate|apikey/i;

let extraShapes: readonly RegExp[] = [];

/** More shapes of secrets, in place of those given before. */
export function setExtraShapes(shapes: readonly RegExp[]): void {
  extraShapes = shapes.map((shape) => (shape.global ? shape : new RegExp(shape.source, `${shape.flags}g`)));
}

/** The text without secrets recognisable by their shape or by the name before them. JSON is redacted separately. */
export function redactText(text: string): string {
  const cleared = extraShapes.reduce((left, shape) => left.replaceAll(shape, REDACTED), text);
  if (!SUSPICIOUS.test(cleared)) return cleared;
  return redactNamed(SECRET_SHAPES.reduce((left, [shape, replacement]) => left.replaceAll(shape, replacement), cleared));
}
