import { describe, expect, it } from 'vitest';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { sourceFiles } from '#tools/source.ts';
import { callFaults, untold, wiresAround } from './service-gates.ts';

const files = sourceFiles();
const { pacts } = currentSet();

describe('the console', () => {
  it('reaches the server by calls alone', () => {
    expect(files.filter(({ file }) => file.startsWith('src/')).length).toBeGreaterThan(100);
    expect(wiresAround(files)).toEqual([]);
  });

  it('hands every call out as it is made, and claims no types for it', () => {
    expect(files.filter(({ file }) => file.endsWith('.service.ts')).length).toBeGreaterThan(10);
    expect(callFaults(files)).toEqual([]);
  });

  it('tells every exchange of every pact in a test of that name', () => {
    expect(untold(files, pacts)).toEqual([]);
  });
});

describe('a planted fault', () => {
  it.each([
    [
      'a service that asks axios itself',
      'src/services/x.service.ts',
      "import axios from 'axios';\nexport const x = () => axios.post('/api/x');",
      'reaches axios',
    ],
    [
      'axios, fetched later',
      'src/app/x.ts',
      "export const x = async () => (await import('axios')).default.get('/api/x');",
      'reaches axios',
    ],
    [
      'a service that asks without naming what it reads',
      'src/services/x.service.ts',
      "import { requestData } from './http.ts';\nexport const x = () => requestData;",
      'reaches requestData of http.ts',
    ],
    [
      'a service that takes all of it',
      'src/services/x.service.ts',
      "import * as http from './http.ts';\nexport const x = http;",
      'reaches * of http.ts',
    ],
    [
      'a call that is made elsewhere',
      'src/services/x-actors.ts',
      "import { call } from './call.ts';\nexport const x = call('/x', {});",
      'makes calls, but is no service',
    ],
    ['fetch', 'src/features/index/use-x.ts', "export const x = () => fetch('/api/x');", 'reaches the server by fetch'],
    ['fetch of the window', 'src/platform/x.ts', "export const x = () => globalThis.fetch('/api/x');", 'reaches the server by fetch'],
    ['another wire', 'src/platform/x.ts', "export const x = () => new WebSocket('/api/x');", 'reaches the server by WebSocket'],
  ])('is seen: %s', (_name, file, text, fault) => {
    expect(wiresAround([{ file, text }]).join('\n')).toContain(fault);
  });

  it.each([
    ['a call that is kept back', "const hidden = call('/x', {});\nexport const x = () => hidden({});", 'not exported as it is made'],
    ['a call within a function', "export const x = () => call('/x', {})({});", 'not exported as it is made'],
    ['a call of an endpoint that is named elsewhere', "export const x = call<'/x', true>('/x', true);", 'types of its own'],
    [
      'a selection that claims to be wider',
      "const row: Selection<Row> = { id: true };\nexport const x = call('/x', row);",
      'a constant with a type of its own',
    ],
    ['a selection that is said to be another', "export const x = call('/x', { id: true } as Selection<Row>);", 'a type is claimed'],
    ['an answer that is said to be another', "export const x = call('/x', { id: true }) as Call<void, Row>;", 'a type is claimed'],
  ])('is seen: %s', (_name, text, fault) => {
    expect(callFaults([{ file: 'src/services/x.service.ts', text }]).join('\n')).toContain(fault);
  });

  it.each([
    ["const row = { id: true } as const;\nexport const x = call('/x', { list: [row] });"],
    ["export const x = fileCall('/x');\nexport const y = (id: number) => x({ id });"],
  ])('is none: %j', (text) => {
    expect(callFaults([{ file: 'src/services/x.service.ts', text }])).toEqual([]);
  });

  const dicts = pacts.filter(({ resource }) => resource === 'dicts');
  const [told] = dicts.flatMap(({ interactions }) => interactions.map(({ description }) => description));
  const spec = (titles: string[]) => ({
    file: 'contracts/consumer/dicts.pact.test.ts',
    text: titles.map((title) => `it(${JSON.stringify(title)}, () => ask({}));`).join('\n'),
  });
  /** The same test, where a module beside it has specs too. */
  const sharing = (titles: string[]) => ({
    ...spec(titles),
    text: `import { specs } from './words.ts';\n${spec(titles).text}\nspecs(ask);`,
  });
  const shared = (titles: string[]) => ({
    file: 'contracts/consumer/words.ts',
    text: `export const specs = (ask) => { ${spec(titles).text} };`,
  });
  const all = dicts.flatMap(({ interactions }) => interactions.map(({ description }) => description));

  it.each<[string, Parameters<typeof untold>[0], string[]]>([
    ['a pact without a test', [], ['dicts.json: no test tells it']],
    ['an exchange without a test', [spec(all.slice(1))], [`dicts.json: no test tells "${told}"`]],
    ['a test without an exchange', [spec([...all, 'does more'])], ['dicts.pact.test.ts: "does more" is in no pact']],
    [
      'a title made at run time',
      [{ ...spec(all), text: `${spec(all).text}\nit.each([1])('%s', () => ask({}));` }],
      ['dicts.pact.test.ts: a title that is made at run time'],
    ],
    [
      'a test without a pact',
      [spec(all), { file: 'contracts/consumer/shoes.pact.test.ts', text: '' }],
      ['shoes.pact.test.ts: its pact is missing'],
    ],
    [
      'an exchange that is not told in the specs of others either',
      [sharing([]), shared(all.slice(1))],
      [`dicts.json: no test tells "${told}"`],
    ],
    ['a shared spec without an exchange', [sharing(all), shared(['does more'])], ['dicts.pact.test.ts: "does more" is in no pact']],
    [
      'a title made at run time in a shared spec',
      [sharing(all), { ...shared([]), text: "for (const title of ['a', 'b']) it(title, () => ask({}));" }],
      ['dicts.pact.test.ts: a title that is made at run time'],
    ],
    ['a spec that nobody imports', [spec(all.slice(1)), shared(all)], [`dicts.json: no test tells "${told}"`]],
    ['nothing', [spec(all)], []],
    ['nothing where the specs are shared', [sharing(all.slice(1)), shared(all.slice(0, 1))], []],
  ])('is seen: %s', (_name, sources, faults) => {
    expect(untold(sources, dicts)).toEqual(faults);
  });
});
