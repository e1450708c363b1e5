/** What is wrong with the text of a payload. */
export type PayloadFault =
  /** `line` and `column` of the first unexpected character, counted from 1. */
  | { kind: 'syntax'; line: number; column: number }
  /** Valid JSON, but no object. */
  | { kind: 'notAnObject' }
  /** A payload must not have a type, because the type is chosen separately. */
  | { kind: 'hasType' }
  /** The value at `path` is a mark that a recording left in place of an omitted value. */
  | { kind: 'leftOut'; path: string }
  | { kind: 'noType' };

export type Payload = Readonly<Record<string, unknown>>;

export type ReadPayload = { payload: Payload } | { fault: PayloadFault };

/** What the parser accepts next. */
type ExpectedToken = 'value' | 'name' | 'colon' | 'next' | 'end';

const TOKEN =
  /\s*(?:("(?:[\u0020!#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{}:,]))/y;

/** Index of the first character that is not valid JSON. Own parser, because engines do not agree on reporting the position. */
function findSyntaxError(text: string): number {
  const open: string[] = [];
  let [position, expected, mayClose]: [number, ExpectedToken, boolean] = [0, 'value', false];
  const afterValue = (): ExpectedToken => (open.length === 0 ? 'end' : 'next');
  for (;;) {
    TOKEN.lastIndex = position;
    const token = TOKEN.exec(text);
    const tokenStart = position + (/^\s*/.exec(text.slice(position))?.[0].length ?? 0);
    if (!token) return tokenStart;
    const [, string, scalar, mark = ''] = token;
    const isObject = open.at(-1) === '{';
    const closes = open.length > 0 && mark === (isObject ? '}' : ']') && (expected === 'next' || mayClose);
    mayClose = false;
    if (closes) {
      open.pop();
      expected = afterValue();
    } else if (expected === 'value' && (string !== undefined || scalar !== undefined)) expected = afterValue();
    else if (expected === 'value' && (mark === '{' || mark === '[')) {
      open.push(mark);
      expected = mark === '{' ? 'name' : 'value';
      mayClose = true;
    } else if (expected === 'name' && string !== undefined) expected = 'colon';
    else if (expected === 'colon' && mark === ':') expected = 'value';
    else if (expected === 'next' && mark === ',') expected = isObject ? 'name' : 'value';
    else return tokenStart;
    position = TOKEN.lastIndex;
  }
}

function locateSyntaxError(text: string): { line: number; column: number } {
  const before = text.slice(0, findSyntaxError(text)).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

const isObject = (value: unknown): value is Payload => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Path of the first value that a recording omitted; undefined if there is none. */
function findOmittedValue(value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('~' in value) return path;
  for (const [key, member] of Object.entries(value)) {
    const found = findOmittedValue(member, path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Parses the payload of an event: a JSON object without `type`; an empty text is an empty object. */
export function parsePayload(text: string): ReadPayload {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return { fault: { kind: 'syntax', ...locateSyntaxError(text) } };
  }
  if (!isObject(value)) return { fault: { kind: 'notAnObject' } };
  if ('type' in value) return { fault: { kind: 'hasType' } };
  const path = findOmittedValue(value, '');
  return path === undefined ? { payload: value } : { fault: { kind: 'leftOut', path } };
}
