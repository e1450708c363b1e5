import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { filesOf, importsOf, nodesOf, resolved, root, type SourceFile, type SyntaxNode } from '#tools/source.ts';

interface Catalogue {
  /** `src/features/sys-role`, `src/locale` for the shell, or a page apart. */
  owner: string;
  zh: string;
  en: string;
}

const FOLDER =
  /^(src\/locale|src\/(?:features|parts)\/[^/]+|catalogue\/site|visualiser\/(?:site|trace)|visualiser\/rooms\/[^/]+)\/messages\/zh-cn\.json$/;
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

/** Each feature and each part has one prefix, and no two the same; the shell has what is left. */
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

/** Modules by file: what each imports when it runs, and whose texts it names. */
type ModuleMap = ReadonlyMap<string, { imports: string[]; owners: Set<string> }>;

function moduleMap(sources: SourceFile[], known: Catalogue[]): ModuleMap {
  const ownerOf = new Map(known.flatMap(({ owner, zh }) => idsIn(zh).map((id) => [id, owner] as const)));
  const byPrefix = new Map([...ownerOf].map(([id, owner]) => [prefixOf(id), owner] as const));
  return new Map(
    sources.map((source) => {
      const { literals, prefixes } = usesIn([source]);
      const named = [...[...literals].map((id) => ownerOf.get(id)), ...[...prefixes].map((start) => byPrefix.get(prefixOf(start)))];
      const imports = importsOf(source).flatMap(({ specifier, typeOnly }) => {
        const target = resolved(source.file, specifier);
        return !typeOnly && 'path' in target ? [target.path] : [];
      });
      return [source.file, { imports, owners: new Set(named.filter((owner) => owner !== undefined)) }];
    }),
  );
}

/** A module and everything it imports, directly or not. */
function reachableFrom(start: string, modules: ModuleMap): Set<string> {
  const found = new Set<string>();
  const next = [start];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    const module = modules.get(file);
    if (!module || found.has(file)) continue;
    found.add(file);
    next.push(...module.imports);
  }
  return found;
}

/** Owners whose texts a page shows without importing them, and owners it imports without showing a text of theirs. */
function importFaultsOf(page: string, known: Catalogue[], modules: ModuleMap): string[] {
  const files = [...reachableFrom(page, modules)];
  const shown = new Set(files.flatMap((file) => [...(modules.get(file)?.owners ?? [])]));
  const imported = known.map(({ owner }) => owner).filter((owner) => files.includes(`${owner}/messages/index.ts`));
  return [
    ...[...shown].filter((owner) => !imported.includes(owner)).map((owner) => `${page} shows texts of ${owner} without importing them`),
    ...imported.filter((owner) => !shown.has(owner)).map((owner) => `${page} imports the texts of ${owner} and shows none`),
  ];
}

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

describe('the texts of a page', () => {
  const known = catalogues.filter(({ owner }) => /^src\/(?:features|parts)\//.test(owner));
  const modules = moduleMap(sources, known);

  it('are imported by the page or by the parts it shows, and no others are', () => {
    const pages = sources.filter(({ file, text }) => file.startsWith('src/features/') && /^export const page = /m.test(text));
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.flatMap(({ file }) => importFaultsOf(file, known, modules))).toEqual([]);
  });

  it('are shown nowhere in the shell', () => {
    const shell = [...modules].filter(([file]) => /^src\/(?:app|layout|ui|platform|services|locale)\//.test(file));
    expect(shell.length).toBeGreaterThan(200);
    expect(shell.flatMap(([file, { owners }]) => [...owners].map((owner) => `${file} shows a text of ${owner}`))).toEqual([]);
  });

  it('are reported where a page lacks them or imports them in vain', () => {
    const files = [
      { file: 'src/features/a/index.ts', text: "import '#src/parts/b/view.ts'; import './messages/index.ts';" },
      { file: 'src/features/a/messages/index.ts', text: '' },
      { file: 'src/parts/b/view.ts', text: "t('b.name');" },
    ];
    const catalogue = (owner: string, id: string) => ({ owner, zh: `{\n  "${id}": "x"\n}`, en: '' });
    const all = [catalogue('src/features/a', 'a.name'), catalogue('src/parts/b', 'b.name')];
    expect(importFaultsOf('src/features/a/index.ts', all, moduleMap(files, all))).toEqual([
      'src/features/a/index.ts shows texts of src/parts/b without importing them',
      'src/features/a/index.ts imports the texts of src/features/a and shows none',
    ]);
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
