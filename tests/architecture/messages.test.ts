import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { filesOf, nodesOf, root, type SourceFile, type SyntaxNode } from '#tools/source.ts';

interface Catalogue {
  /** `src/features/sys-role`, `src/locale` for the shell, or a page apart. */
  owner: string;
  zh: string;
  en: string;
}

const FOLDER =
  /^(src\/locale|src\/features\/[^/]+|contracts\/catalogue\/site|visualiser\/(?:site|trace)|visualiser\/rooms\/[^/]+)\/messages\/zh-cn\.json$/;
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const catalogues: Catalogue[] = filesOf(['src', 'catalogue', 'visualiser'], /\/messages\/zh-cn\.json$/).flatMap(({ file, text }) => {
  const owner = FOLDER.exec(file)?.[1];
  return owner ? [{ owner, zh: text, en: read(file.replace('zh-cn.json', 'en.json')) }] : [];
});

interface Wants {
  /** Values and tags that are shown. */
  shown: Set<string>;
  /** Values that only choose between wordings, such as a plural one language has and the other has not. */
  choosing: Set<string>;
}

function wants(elements: MessageFormatElement[], found: Wants = { shown: new Set(), choosing: new Set() }): Wants {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) {
      found.shown.add(`<${element.value}>`);
      wants(element.children, found);
    } else if (element.type === TYPE.select || element.type === TYPE.plural) {
      const wordings = Object.values(element.options).map(({ value }) => value);
      const isShown = wordings.some((wording) => wording.some(({ type }) => type === TYPE.pound));
      (isShown ? found.shown : found.choosing).add(element.value);
      for (const wording of wordings) wants(wording, found);
    } else {
      found.shown.add(element.value);
    }
  }
  return found;
}

/** What one text shows and the other is never told. */
const missingIn = (a: Wants, b: Wants): string[] => [...a.shown].filter((name) => !b.shown.has(name) && !b.choosing.has(name));

/** Ids as they are written, so that one written twice is seen. */
const idsIn = (json: string): string[] => [...json.matchAll(/^\s*"((?:[^"\\]|\\.)*)"\s*:/gm)].map(([, id]) => String(id));

/** A mark of the Latin script between Chinese signs, or between one and a value. */
const HALF_WIDTH = /(?<=[\u4e00-\u9fff”）}%])[,;:?!](?=[\u4e00-\u9fff“（{])/u;

function faultsOf({ owner, zh, en }: Catalogue): string[] {
  const faults: string[] = [];
  const texts: Record<'zh' | 'en', Record<string, string>> = { zh: JSON.parse(zh), en: JSON.parse(en) };
  for (const [language, json] of [
    ['zh', zh],
    ['en', en],
  ] as const) {
    const ids = idsIn(json);
    if (ids.length !== Object.keys(texts[language]).length)
      faults.push(`${owner} ${language}: an id is written twice, or the file is not one id a line`);
    if (ids.join('\n') !== ids.toSorted().join('\n')) faults.push(`${owner} ${language}: ids are not sorted`);
    for (const [id, text] of Object.entries(texts[language])) if (text.trim() === '') faults.push(`${owner} ${language}: ${id} is empty`);
  }
  for (const [id, text] of Object.entries(texts.zh)) if (HALF_WIDTH.test(text)) faults.push(`${owner} zh: ${id} has a half-width mark`);
  for (const id of new Set([...Object.keys(texts.zh), ...Object.keys(texts.en)])) {
    const [chinese, english] = [texts.zh[id], texts.en[id]];
    if (chinese === undefined || english === undefined) {
      faults.push(`${owner}: ${id} is missing in ${chinese === undefined ? 'zh-cn' : 'en'}`);
      continue;
    }
    try {
      const [a, b] = [wants(parse(chinese)), wants(parse(english))];
      for (const name of missingIn(a, b)) faults.push(`${owner}: ${id} shows ${name} only in zh-cn`);
      for (const name of missingIn(b, a)) faults.push(`${owner}: ${id} shows ${name} only in en`);
    } catch (error) {
      faults.push(`${owner}: ${id} cannot be read: ${String(error)}`);
    }
  }
  return faults;
}

const prefixOf = (id: string) => id.split('.', 1)[0] ?? '';

/** Each feature has one prefix, and no two the same; the shell has what is left. */
function prefixFaults(known: Catalogue[]): string[] {
  const owners = new Map<string, string>();
  return known.flatMap(({ owner, zh }) => {
    const prefixes = new Set(idsIn(zh).map(prefixOf));
    const faults = owner !== 'src/locale' && prefixes.size > 1 ? [`${owner}: more than one prefix: ${[...prefixes].join(', ')}`] : [];
    for (const prefix of prefixes) {
      const other = owners.get(prefix);
      if (other) faults.push(`${owner}: ${prefix} belongs to ${other}`);
      owners.set(prefix, owner);
    }
    return faults;
  });
}

interface Uses {
  literals: Set<string>;
  /** What stands before the first value of a template: `cron.status.` */
  prefixes: Set<string>;
}

function usesIn(sources: SourceFile[]): Uses {
  const literals = new Set<string>();
  const prefixes = new Set<string>();
  for (const node of sources.flatMap(nodesOf)) {
    if (node.type === 'Literal' && typeof node.value === 'string') literals.add(node.value);
    if (node.type !== 'TemplateLiteral') continue;
    const [first] = node.quasis as (SyntaxNode & { value: { cooked: string } })[];
    const start = first?.value.cooked ?? '';
    if ((node.expressions as unknown[]).length === 0) literals.add(start);
    else if (/^[a-zA-Z]+\.(?:[a-zA-Z]+\.)*$/.test(start)) prefixes.add(start);
  }
  return { literals, prefixes };
}

/** An id is used where it stands, or where a template begins like it and the rest of it stands somewhere too. */
const isUsed = (id: string, { literals, prefixes }: Uses): boolean =>
  literals.has(id) ||
  [...prefixes].some((prefix) => id.startsWith(prefix) && (prefix.split('.').length > 2 || literals.has(id.slice(prefix.length))));

const unused = (known: Catalogue[], uses: Uses) =>
  known.flatMap(({ owner, zh }) =>
    idsIn(zh)
      .filter((id) => !isUsed(id, uses))
      .map((id) => `${owner}: nobody uses ${id}`),
  );

const sources = filesOf(['src', 'machines', 'contracts/endpoints', 'catalogue', 'visualiser'], /(?<!\.(?:test|walks))\.tsx?$/);

describe('the texts', () => {
  it('are the same in both languages, sorted, and want to be told the same', () => {
    const count = catalogues.reduce((sum, { zh }) => sum + idsIn(zh).length, 0);
    console.log(`${catalogues.length} catalogues, ${count} texts, ${sources.length} modules`);
    expect(catalogues.length).toBeGreaterThanOrEqual(6);
    expect(count).toBeGreaterThan(200);
    expect(catalogues.flatMap(faultsOf)).toEqual([]);
  });

  it('of each feature begin with a word of its own', () => {
    expect(prefixFaults(catalogues)).toEqual([]);
  });

  it('are all used', () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(unused(catalogues, usesIn(sources))).toEqual([]);
  });

  it('are spoken of where a registered page has them', () => {
    const features = new Set(filesOf(['src/features'], /\/index\.ts$/).map(({ file }) => path.posix.dirname(file)));
    const withTexts = new Set(catalogues.map(({ owner }) => owner));
    expect([...features].filter((feature) => !feature.endsWith('/messages') && !withTexts.has(feature))).toEqual([]);
  });
});

describe('the gate of the texts', () => {
  const json = (texts: Record<string, string>) => JSON.stringify(texts, null, 2);
  const judged = (zh: Record<string, string>, en: Record<string, string>) => faultsOf({ owner: 'x', zh: json(zh), en: json(en) });

  it.each<[string, string[], RegExp]>([
    ['a text that one language lacks', judged({ 'a.b': '一', 'a.c': '二' }, { 'a.b': 'one' }), /a\.c is missing in en/],
    ['a value that one language is not told', judged({ 'a.b': '{name}' }, { 'a.b': 'name' }), /shows name only in zh-cn/],
    ['a value within a plural', judged({ 'a.b': '{n}' }, { 'a.b': '{n, plural, one {# of {all}} other {#}}' }), /shows all only in en/],
    ['a tag', judged({ 'a.b': '<b>一</b>' }, { 'a.b': 'one' }), /<b>/],
    ['a text that cannot be read', judged({ 'a.b': '{n, plural}' }, { 'a.b': '{n}' }), /cannot be read/],
    ['an empty text', judged({ 'a.b': ' ' }, { 'a.b': 'one' }), /a\.b is empty/],
    ['a half-width mark among Chinese signs', judged({ 'a.b': '超过 20%,重新开始' }, { 'a.b': 'one' }), /half-width/],
    ['ids out of order', judged({ 'a.c': '一', 'a.b': '二' }, { 'a.b': 'two', 'a.c': 'one' }), /not sorted/],
    ['an id written twice', faultsOf({ owner: 'x', zh: '{\n"a.b": "一",\n"a.b": "二"\n}', en: json({ 'a.b': 'one' }) }), /written twice/],
    ['two prefixes in a feature', prefixFaults([{ owner: 'x', zh: json({ 'a.b': '', 'c.d': '' }), en: '' }]), /more than one prefix/],
    ['a prefix of somebody else', prefixFaults(['x', 'y'].map((owner) => ({ owner, zh: json({ 'a.b': '' }), en: '' }))), /belongs to x/],
  ])('notices %s', (_, faults, expected) => {
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(expected);
  });

  it('lets one language choose its wording by a value that the other does not need', () => {
    expect(judged({ 'a.b': '共 {shown} 条' }, { 'a.b': '{shown} {total, plural, one {row} other {rows}}' })).toEqual([]);
  });

  it('notices a text that nobody uses, and knows ids that are put together', () => {
    const text = "t('a.used'); t(`a.status.${x}`); t(`a.${kind}`); const kinds = ['gains'];";
    const ids = { 'a.gains': '', 'a.loses': '', 'a.status.on': '', 'a.unused': '', 'a.used': '' };
    expect(unused([{ owner: 'x', zh: json(ids), en: '' }], usesIn([{ file: 'x.ts', text }]))).toEqual([
      'x: nobody uses a.loses',
      'x: nobody uses a.unused',
    ]);
  });
});
