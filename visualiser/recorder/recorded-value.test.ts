import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { redactValue, toRecordedParts, toRecordedValue } from './recorded-value.ts';
import { redactText } from './redact-text.ts';
import { isSecretName } from './secret-names.ts';

const SECRET = { '~': 'redacted' };

const SECRET_NAMES = [
  'password',
  'PASSWORD',
  'newPassword',
  'new_passwd',
  'pwd',
  'oldPwd',
  'userpwd',
  'passwd',
  'pass',
  'token',
  'access_token',
  'accessToken',
  'X-Auth-Token',
  'refresh',
  'refresh_token',
  'secret',
  'clientSecret',
  'Authorization',
  'proxy-authorization',
  'authorisation',
  'cookie',
  'Set-Cookie',
  'sessionId',
  'session_id',
  'JSESSIONID',
  'sid',
  'apiKey',
  'api-key',
  'X-API-KEY',
  'privateKey',
  'credentials',
  'otp',
  'totpCode',
  'one-time code',
  'csrf',
  'pin',
  '密码',
  '新密码',
  'password',
];
const PLAIN_NAMES = [
  'name',
  'account',
  'serial',
  'passed',
  'compass',
  'spinner',
  'refreshed',
  'page.refreshRequested',
  'status',
  'rights',
  'key',
  'author',
  'inside',
  'session',
  '账号',
];

describe('a name', () => {
  it.each(SECRET_NAMES)('like %s is secret', (name) => expect(isSecretName(name)).toBe(true));
  it.each(PLAIN_NAMES)('like %s is not secret', (name) => expect(isSecretName(name)).toBe(false));
});

describe('a text', () => {
  it.each([
    ['Bearer abc.def', 'Bearer *redacted*'],
    ['authorization: Bearer abc def', 'authorization: *redacted*'],
    ['GET /x?token=abc&page=2', 'GET /x?token=*redacted*&page=2'],
    ['GET /x?page=2&pwd=abc', 'GET /x?page=2&pwd=*redacted*'],
    ['a=1&user%5Bpwd%5D=abc&b=2', 'a=1&user%5Bpwd%5D=*redacted*&b=2'],
    ['redirect=%2Fx%3Ftoken%3Dabc%26page%3D2', 'redirect=%2Fx%3Ftoken%3D*redacted*%26page%3D2'],
    ['the answer was {"pwd":"a\\"bc","n":1', 'the answer was {"pwd":"*redacted*","n":1'],
    [String.raw`said "{\"pwd\":\"abc\",\"n\":1}"`, String.raw`said "{\"pwd\":\"*redacted*\",\"n\":1}"`],
    ['data {"credentials":{"account":"li","x":"abc"}}', 'data {"credentials":{*redacted*'],
    ['with eyJhbGciOi.eyJzdWIiOiIx.abc in it', 'with *redacted* in it'],
    ['postgres://ads:abc@host/db', 'postgres://*redacted*@host/db'],
    ['<password>abc</password>', '<password>*redacted*</password>'],
    ['password: abc def\nnext', 'password: *redacted*\nnext'],
    ['密码：abc', '密码：*redacted*'],
    ["--password='abc def' --port 5", "--password='*redacted*' --port 5"],
    ['Cookie: a=abc; b=abc', 'Cookie: *redacted*'],
    ['-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----', '*redacted*'],
    ['x-api-key=abc', 'x-api-key=*redacted*'],
  ])('%j is recorded as %j', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
    expect(redactText(redacted)).toBe(redacted);
  });

  it.each(['GET /sys/role?page=2', 'a: b', 'https://example.org:8080/x', '{"name":"li"}', '广告投放系统', 'Basic information'])(
    '%j is told as it is',
    (text) => {
      expect(redactText(text)).toBe(text);
    },
  );

  it('is scanned in linear time, whatever it contains', () => {
    for (const text of [
      'a'.repeat(20_000),
      'a-'.repeat(10_000),
      'token='.repeat(4000),
      '"\\'.repeat(10_000),
      'eyJ'.repeat(7000),
      ':'.repeat(20_000),
    ]) {
      expect(redactText(text).length).toBeLessThan(100_000);
    }
  });
});

describe('a value', () => {
  it('of plain data is recorded unchanged', () => {
    const value = { a: [1, 'two', null, true, { b: {} }] };
    expect(toRecordedValue(value)).toEqual(value);
  });

  it('that JSON cannot express is recorded by its kind', () => {
    const actor = createActor(setup({}).createMachine({}));
    expect(
      toRecordedValue({
        u: undefined,
        n: Number.NaN,
        f: () => 1,
        d: new Date(0),
        b: 5n,
        s: Symbol('s'),
        m: new Map([['a', 1]]),
        set: new Set([1, 2]),
        actor,
        e: Object.assign(new TypeError('broken', { cause: new Error('inner') }), { code: 5 }),
        bytes: new Uint8Array(3),
        own: new (class Point {
          x = 1;
          get y() {
            return 2;
          }
        })(),
        '~': 'mine',
      }),
    ).toEqual({
      u: { '~': 'undefined' },
      n: { '~': 'number', text: 'NaN' },
      f: { '~': 'function' },
      d: { '~': 'date', text: '1970-01-01T00:00:00.000Z' },
      b: { '~': 'bigint', text: '5' },
      s: { '~': 'symbol', text: 'Symbol(s)' },
      m: { a: 1 },
      set: [1, 2],
      actor: { '~': 'actor', text: actor.sessionId },
      e: { name: 'TypeError', message: 'broken', cause: { name: 'Error', message: 'inner' }, code: 5 },
      bytes: { '~': 'opaque', text: 'Uint8Array' },
      own: { x: 1 },
      '~~': 'mine',
    });
  });

  it('that is circular, deep or long is cut', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(toRecordedValue(circle)).toEqual({ self: { '~': 'cut', text: '↺' } });
    let deep: unknown = 'end';
    for (let level = 0; level < 1000; level += 1) deep = { deep };
    expect(JSON.stringify(toRecordedValue(deep)).length).toBeLessThan(200);
    expect(toRecordedValue('x'.repeat(5000))).toEqual({ '~': 'cut', text: 'x'.repeat(2000) });
    const many = toRecordedValue(Array.from({ length: 1000 }, (_, index) => index)) as unknown[];
    expect(many).toHaveLength(201);
    expect(many.at(-1)).toEqual({ '~': 'cut', text: '+800' });
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index]));
    expect(Object.keys(toRecordedValue(wide) as object)).toHaveLength(201);
    const tree = (levels: number): unknown => (levels === 0 ? { end: {} } : Array.from({ length: 20 }, () => tree(levels - 1)));
    expect(JSON.stringify(toRecordedValue(tree(4))).length).toBeLessThan(1_500_000);
  });

  it('is cut by its depth in one place, and recorded whole in another', () => {
    const inner = { a: { b: { c: 1 } } };
    let deep: unknown = inner;
    for (let level = 0; level < 8; level += 1) deep = { deep };
    expect(JSON.stringify(toRecordedValue(deep))).toContain('cut');
    expect(toRecordedValue(inner)).toEqual(inner);
    expect(JSON.stringify(toRecordedValue(deep))).toContain('cut');
  });

  it('that did not change is recorded as the same object', () => {
    const rows = [{ id: 1 }, { id: 2 }];
    const before = toRecordedValue({ rows, page: 1 }) as { rows: unknown };
    const after = toRecordedValue({ rows, page: 2 }) as { rows: unknown };
    expect(after.rows).toBe(before.rows);
  });

  it('is read without running any of its code, and never throws', () => {
    const trap = {
      get danger(): string {
        throw new Error('was read');
      },
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(toRecordedValue({ trap, proxy, toJSON: () => 'no' })).toEqual({
      trap: { danger: { '~': 'function' } },
      proxy: { '~': 'unreadable', text: '' },
      toJSON: { '~': 'function' },
    });
  });

  it('with a secret name is redacted, in any notation', () => {
    expect(toRecordedValue({ password: 'c', account: 'li', hasToken: true, token: '', secret: null })).toEqual({
      password: SECRET,
      account: 'li',
      hasToken: true,
      token: '',
      secret: null,
    });
    expect(toRecordedValue({ type: 'field.changed', name: 'password', value: 'c' })).toEqual({
      type: 'field.changed',
      name: 'password',
      value: SECRET,
    });
    expect(toRecordedValue({ type: 'password.typed', value: 'c' })).toEqual({ type: 'password.typed', value: SECRET });
    expect(toRecordedValue({ path: ['user', 'pwd'], now: ['c'] })).toEqual({ path: ['user', 'pwd'], now: SECRET });
    expect(toRecordedValue([['token', 'c'], 'Cookie', 'c'])).toEqual([['token', SECRET], 'Cookie', SECRET]);
    expect(toRecordedValue('{"user":{"pwd":"c"},"n":1}')).toBe('{"user":{"pwd":{"~":"redacted"}},"n":1}');
    expect(toRecordedParts({ name: 'otp', value: '5', other: 1 }, ['value'])).toEqual({ value: SECRET });
    expect([redactValue('c'), redactValue({ a: 'c' }), redactValue(undefined)]).toEqual([SECRET, SECRET, { '~': 'undefined' }]);
  });
});

const CANARY = 'canary7f3a';

/** Every known way to hold a secret under a name. */
const secretValues = fc.constantFrom(...SECRET_NAMES).chain((name) =>
  fc.constantFrom<unknown>(
    { [name]: CANARY },
    { [name]: { inner: [CANARY] } },
    { [name]: [CANARY, { a: CANARY }] },
    { [name]: 7_737_737_737 },
    { name, value: CANARY },
    { key: name, data: { text: CANARY } },
    { type: 'field.changed', field: name, from: CANARY, to: CANARY },
    { type: `${name}.typed`, value: CANARY },
    [name, CANARY],
    [[name, CANARY]],
    ['accept', 'x', name.replaceAll(' ', '-'), CANARY],
    new Map([[name, CANARY]]),
    new Map<unknown, unknown>([
      [1, 2],
      [name, { CANARY: CANARY }],
    ]),
    new Set([[name, CANARY]]),
    new URLSearchParams([[name, CANARY]]),
    Object.assign(new Error('no'), { [name]: CANARY }),
    new Error('no', { cause: { [name]: CANARY } }),
    new Error(`${name.replaceAll(' ', '-')}=${CANARY}`),
    new Error(`${name.replaceAll(' ', '-')}: ${CANARY} ${CANARY}`),
    `{"a":1,"${name}":"${CANARY}"}`,
    JSON.stringify({ data: JSON.stringify({ [name]: CANARY }) }),
    `cut off {"${name}":"x\\"${CANARY}`,
    `{'${name}': '${CANARY}'}`,
    `https://host/x?a=1&${encodeURIComponent(name)}=${CANARY}#x`.replaceAll('%20', '-'),
    new (class Holder {
      constructor() {
        Reflect.set(this, name, CANARY);
      }
    })(),
  ),
);

const secretTexts = fc.constantFrom<unknown>(
  `Bearer ${CANARY}`,
  `bearer ${CANARY}.${CANARY}`,
  `eyJhbGciOiJIUzI1NiJ9.eyJ${CANARY}.${CANARY}`,
  `mysql://root:${CANARY}@host`,
  `Basic ${CANARY}A==`,
  `-----BEGIN RSA PRIVATE KEY-----\n${CANARY}`,
);

const nestedSecrets: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 7, depthSize: 'large', withCrossShrink: true },
    fc.oneof(secretValues, secretTexts),
    tie('value').map((value) => ({ a: 1, value, text: 'x' })),
    tie('value').map((value) => [1, value]),
    tie('value').map((value) => new Map<unknown, unknown>([['at', value]])),
    tie('value').map((value) => new Map<unknown, unknown>([[{}, value]])),
    tie('value').map((value) => new Set([value])),
    tie('value').map((value) => new Error('outer', { cause: value })),
    tie('value').map((value) => Object.assign(new Error('outer'), { response: value })),
    tie('value').map((value) => ({ type: 'xstate.done.actor.x', output: value })),
    tie('value').map((value) => ({ '~': 'x', text: value })),
    tie('value').map((value) => JSON.stringify({ value: toJsonLike(value) })),
  ),
})).value;

/** Only the parts that JSON can express. */
const toJsonLike = (value: unknown): unknown =>
  value instanceof Map || value instanceof Set || value instanceof URLSearchParams
    ? [...value].map(toJsonLike)
    : value instanceof Error
      ? value.message
      : value;

describe('a canary under a secret name', () => {
  it('is never recorded, however deep it is nested', () => {
    fc.assert(
      fc.property(nestedSecrets, (value) => {
        const recorded = JSON.stringify(toRecordedValue(value));
        expect(recorded.toLowerCase()).not.toContain(CANARY);
        expect(recorded).not.toContain('7737737737');
      }),
      { numRuns: 4000 },
    );
  });

  it('is recorded under any other name', () => {
    expect(JSON.stringify(toRecordedValue({ a: [new Map([['b', { text: CANARY }]])] }))).toContain(CANARY);
  });
});
