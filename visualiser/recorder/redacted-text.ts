// Secrets inside of texts: messages of errors, addresses, headers, bodies of requests.
import { isSecretName } from './secret-names.ts';

export const REDACTED = '*redacted*';

/** Shapes that are secret wherever they stand. */
const SHAPES: readonly (readonly [shape: RegExp, instead: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*-----|$)/g, REDACTED],
  [/\beyJ[\w-]{4,}(?:\.[\w-]*){1,4}/g, REDACTED],
  [/\b(bearer|digest|negotiate|apikey)(\s+|%20|\+)(?:"[^"]*"?|[^\s"',;&<>\\]+)/gi, `$1$2${REDACTED}`],
  [/\b([Bb]asic|BASIC)(\s+|%20|\+)(?=[\w+/=-]*[\d=A-Z])[\w+/=-]{6,}/g, `$1$2${REDACTED}`],
  // The name and the password in an address.
  [/(\b[a-z][a-z\d+.-]*:\/\/)[^\s/?#@]*:[^\s/?#]*@/gi, `$1${REDACTED}@`],
];

/** A name as a key stands in a text, what divides it from its value, and how the value begins. */
const NAMED =
  /(?:(?<=["'`])(?<quoted>[^"'`\\\r\n]{1,80})|(?<name>(?:[\p{L}\p{N}]|%[89a-f][\da-f])(?:[\p{L}\p{N}_.$[\]-]|%5B|%5D|%[89a-f][\da-f]){0,80}))(?:\\*["'`]|%22)?\s*(?<sign>=>|->|[=:>\uFF1D\uFF1A]|%3A|%3D)\s*(?<open>\\*["'`]|%22|[{[(]|%7B|%5B)?/giu;
/** Of these, everything up to the end of the line is secret. */
const WHOLE_LINE = /authori[sz]ation|cookie/i;
/** Said in words, a value may have several. */
const IN_WORDS = /[:\uFF1A]/;
/** Where a value ends that stands in no quotes. */
const BARE_END = /[\s&;,"'`<>)}\]\\]|%26|%22|%7D|%2C/i;
const LINE_END = /[\r\n]/;

/** Of a text that begins and ends with the same sign: where the end begins. A sign that is escaped more often belongs to the text. */
function closing(text: string, from: number, open: string): number {
  const sign = open.startsWith('%') ? open : open.slice(-1);
  const escapes = open.length - sign.length;
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1)) {
    let before = 0;
    while (before < at - from && text[at - before - 1] === '\\') before += 1;
    if (before <= escapes) return at - before;
  }
  return text.length;
}

/** Where the value ends that begins at an offset. */
function endOf(text: string, from: number, { name = '', quoted = '', sign = '', open }: { [part: string]: string | undefined }): number {
  // What is nested is not counted: better too much than half of it.
  if (open !== undefined) return /^(?:[{[(]|%7B|%5B)$/i.test(open) ? text.length : closing(text, from, open);
  const length = text.slice(from).search(WHOLE_LINE.test(name || quoted) || IN_WORDS.test(sign) ? LINE_END : BARE_END);
  return length < 0 ? text.length : from + length;
}

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

function withoutNamed(text: string): string {
  let clean = '';
  let kept = 0;
  NAMED.lastIndex = 0;
  for (let found = NAMED.exec(text); found; found = NAMED.exec(text)) {
    const { name = '', quoted = '' } = found.groups ?? {};
    if (!isSecretName(decoded(name || quoted))) {
      // The value may be a name itself.
      NAMED.lastIndex = found.index + Math.max(name.length, 1);
      continue;
    }
    const from = found.index + found[0].length;
    const end = endOf(text, from, { ...found.groups });
    clean += `${text.slice(kept, from)}${end > from ? REDACTED : ''}`;
    kept = end;
    NAMED.lastIndex = end;
  }
  return clean + text.slice(kept);
}

/** Cheap to ask of every text: most hold nothing that could be a secret or name one. */
const SUSPICIOUS = /[=:>\uFF1D\uFF1A]|%3[AD]|eyJ|PRIVATE KEY|bearer|basic|digest|negotiate|apikey/i;

/** The text without the secrets that can be told by their shape or by the name before them. JSON is dealt with by whoever can read it. */
export function redactedText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return withoutNamed(SHAPES.reduce((left, [shape, instead]) => left.replaceAll(shape, instead), text));
}
