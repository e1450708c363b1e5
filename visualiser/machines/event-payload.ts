/** What is wrong with the text of an event's payload. */
export type PayloadFault =
  /** `line` and `column` of the first letter that does not fit count from 1. */
  | { kind: 'syntax'; line: number; column: number }
  /** It is JSON, but no object. */
  | { kind: 'notAnObject' }
  /** The type is chosen beside it; a second one would say something else. */
  | { kind: 'hasType' }
  /** What was recorded stands there in place of a value that was left out: `path` leads to it. */
  | { kind: 'leftOut'; path: string }
  | { kind: 'noType' };

export type Payload = Readonly<Record<string, unknown>>;

export type ReadPayload = { payload: Payload } | { fault: PayloadFault };

/** What the text may go on with. */
type Expected = 'value' | 'name' | 'colon' | 'next' | 'end';

const TOKEN =
  /\s*(?:("(?:[\u0020!#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{}:,]))/y;

/** Index of the first letter at which a text is no JSON; engines do not agree on whether they tell it. */
function faultAt(text: string): number {
  const open: string[] = [];
  let [at, expected, mayClose]: [number, Expected, boolean] = [0, 'value', false];
  const valueEnded = (): Expected => (open.length === 0 ? 'end' : 'next');
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    const begin = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
    if (!token) return begin;
    const [, string, scalar, mark = ''] = token;
    const isObject = open.at(-1) === '{';
    const closes = open.length > 0 && mark === (isObject ? '}' : ']') && (expected === 'next' || mayClose);
    mayClose = false;
    if (closes) {
      open.pop();
      expected = valueEnded();
    } else if (expected === 'value' && (string !== undefined || scalar !== undefined)) expected = valueEnded();
    else if (expected === 'value' && (mark === '{' || mark === '[')) {
      open.push(mark);
      expected = mark === '{' ? 'name' : 'value';
      mayClose = true;
    } else if (expected === 'name' && string !== undefined) expected = 'colon';
    else if (expected === 'colon' && mark === ':') expected = 'value';
    else if (expected === 'next' && mark === ',') expected = isObject ? 'name' : 'value';
    else return begin;
    at = TOKEN.lastIndex;
  }
}

function faultPlace(text: string): { line: number; column: number } {
  const before = text.slice(0, faultAt(text)).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

const isObject = (value: unknown): value is Payload => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where the first value stands that a recording left out; undefined for nowhere. */
function leftOutAt(value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('~' in value) return path;
  for (const [key, below] of Object.entries(value)) {
    const found = leftOutAt(below, path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The payload of an event as it was typed: a JSON object without `type`; nothing at all is an empty one. */
export function payloadOf(text: string): ReadPayload {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return { fault: { kind: 'syntax', ...faultPlace(text) } };
  }
  if (!isObject(value)) return { fault: { kind: 'notAnObject' } };
  if ('type' in value) return { fault: { kind: 'hasType' } };
  const path = leftOutAt(value, '');
  return path === undefined ? { payload: value } : { fault: { kind: 'leftOut', path } };
}
