import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CommandError } from './command.ts';
import * as anchors from './new-page/anchors.ts';
import { filled, namesOf, type Wanted } from './new-page/naming.ts';
import { planPage, templates } from './new-page/plan.ts';
import { writePlan } from './new-page/write.ts';
import { root } from './prepare.mjs';

const wanted: Wanted = { path: '/sys/specimen', name: 'specimen', zh: '样本', en: 'Specimens', area: 'people' };

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(path.join(os.tmpdir(), 'ad-new-page-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true });
});

let files: string[] | undefined;

/** A project with just what the command reads. */
function smallProject(): string {
  const target = folder();
  files ??= [...planPage(root, wanted).changed.keys()];
  const needed = [...files, 'biome.json', 'tools/new-page/templates', 'server/database/migrations'];
  for (const file of needed) cpSync(path.join(root, file), path.join(target, file), { recursive: true });
  mkdirSync(path.join(target, 'machines'));
  symlinkSync(path.join(root, 'node_modules'), path.join(target, 'node_modules'));
  return target;
}

/** Every file with its text. */
const contents = (project: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(project, { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.startsWith('node_modules') && statSync(path.join(project, file)).isFile())
      .toSorted()
      .map((file) => [file, readFileSync(path.join(project, file), 'utf8')]),
  );

const rewrite = (project: string, file: string, from: string | RegExp, to: string) => {
  const before = readFileSync(path.join(project, file), 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path.join(project, file), after);
};

describe('what a page is asked for with', () => {
  it.each<[string, Partial<Wanted>, RegExp]>([
    ['a path without a group', { path: '/specimen' }, /^--path "\/specimen": a group and a page/],
    ['a path in capitals', { path: '/sys/Specimen' }, /^--path/],
    ['a path that ends with a slash', { path: '/sys/specimen/' }, /^--path/],
    ['a path that leads out', { path: '/sys/../specimen' }, /^--path/],
    ['a path below no group', { path: '/zoo/specimen' }, /^--path \/zoo\/specimen: there is no group \/zoo .*; there are .*\/sys/],
    ['the path of a page', { path: '/sys/role' }, /^--path \/sys\/role: there is a page at this path/],
    ['the path of a group', { path: '/admin/sys' }, /^--path \/admin\/sys: there is a page at this path/],
    ['a name in capitals', { name: 'Specimen' }, /^--name "Specimen": one thing in small letters/],
    ['a name with an underscore', { name: 'odd_kind' }, /^--name/],
    ['a name that leads out', { name: '../specimen' }, /^--name/],
    ['a name that is too long', { name: 'x'.repeat(31) }, /^--name .*at most 30/],
    ['a name whose files are there', { name: 'role' }, /^--name role: contracts\/endpoints\/roles\.ts is there already/],
    ['a name that a state has', { name: 'account' }, /^--name account: .* already/],
    ['a name that texts begin with', { name: 'oplog' }, /^--name oplog: .* already/],
    [
      'a name that a list of calls has',
      { name: 'endpoint' },
      /^--name endpoint: contracts\/endpoints\/index\.ts has a `endpoints` already/,
    ],
    ['an empty title', { zh: '' }, /^--zh "": a title/],
    ['a title with a quote', { en: "Specimen's" }, /^--en "Specimen's": a title without quotes/],
    ['a title with a brace', { zh: '样{本}' }, /^--zh/],
    ['a title of two lines', { en: 'Speci\nmens' }, /^--en/],
    ['a title that is too long', { en: 'x'.repeat(41) }, /^--en .*at most 40/],
    ['an area that is not there', { area: 'zoo' }, /^--area zoo: there is no server\/domain\/zoo\/index\.ts/],
    ['an area that leads out', { area: '../http' }, /^--area "\.\.\/http"/],
  ])('names the argument: %s', (_, bad, message) => {
    let thrown: unknown;
    try {
      planPage(root, { ...wanted, ...bad });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(CommandError);
    expect((thrown as Error).message).toMatch(message);
  });

  it.each<[string, Record<string, string>]>([
    ['specimen', { names: 'specimens', Things: 'Specimens', aNoun: 'a specimen', table: 'sys_specimen', api: '/sys-specimens' }],
    ['odd-category', { names: 'odd-categories', thing: 'oddCategory', nouns: 'odd categories', aNoun: 'an odd category' }],
    ['box', { names: 'boxes' }],
    ['day', { names: 'days' }],
  ])('gives %s the words it needs', (name, words) => {
    expect(namesOf({ ...wanted, name })).toMatchObject(words);
  });

  it('tells pages of super admins from the others', () => {
    expect(namesOf(wanted)).toMatchObject({ access: "{ pages: ['/sys/specimen'] }", who: 'admin', matrixRow: 'adminPage' });
    expect(namesOf({ ...wanted, path: '/admin/sys/specimen' })).toMatchObject({
      access: "'superAdmin'",
      who: 'super',
      matrixRow: 'superOnly',
    });
  });
});

describe('the templates', () => {
  it('are all used, and each becomes one file', () => {
    const there = readdirSync(path.join(root, 'tools/new-page/templates'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.tpl'),
    );
    expect(there.map((file) => file.replaceAll(path.sep, '/').slice(0, -'.tpl'.length)).toSorted()).toEqual(
      Object.keys(templates).toSorted(),
    );
    expect(new Set(Object.values(templates)).size).toBe(there.length);
  });

  it('that speak of something unknown are refused', () => {
    expect(filled('a {{name}} of {{names}}', { name: 'x', names: 'y' })).toBe('a x of y');
    expect(() => filled('{{nmae}}', { name: 'x' })).toThrow('{{nmae}}');
  });
});

describe('the place of something new', () => {
  const at = (text: string, ...places: anchors.Place[]) => anchors.withAll({ file: 'x.ts', text }, places);

  it.each<[string, string, anchors.Place[], string]>([
    ['a list', 'const a = [1, 2];', [anchors.intoList('a', '3')], 'const a = [1, 2, 3];'],
    ['a list with a comma at its end', 'const a = [1,\n];', [anchors.intoList('a', '2')], 'const a = [1, 2,\n];'],
    ['a list that is empty', 'const a: number[] = [];', [anchors.intoList('a', '1')], 'const a: number[] = [1, ];'],
    [
      'a list of one type',
      'export const a = [1] as const satisfies X;',
      [anchors.intoList('a', '2')],
      'export const a = [1, 2] as const satisfies X;',
    ],
    ['a list, within', 'const a = [1, 2];', [anchors.intoListAfter('a', 1, '9')], 'const a = [1, 9, 2];'],
    ['a table', "const a: A = { '/x': 1 };", [anchors.intoTable('a', "'/y': 2")], "const a: A = { '/x': 1, '/y': 2 };"],
    [
      'a table deep below',
      'function f() { const a = { x: 1 }; }',
      [anchors.intoTable('a', 'y: 2')],
      'function f() { const a = { x: 1, y: 2 }; }',
    ],
    ['an interface', 'interface A { x: 1 }', [anchors.intoInterface('A', 'y: 2')], 'interface A { x: 1 y: 2;\n}'],
    [
      'imports',
      "import a from 'a';\n\na();",
      [anchors.afterImports("import b from 'b';")],
      "import a from 'a';\nimport b from 'b';\n\na();",
    ],
    [
      'before an interface and its comment',
      'x();\n\n/** All. */\nexport interface A {}',
      [anchors.beforeInterface('A', 'y();')],
      'x();\n\ny();\n\n/** All. */\nexport interface A {}',
    ],
    [
      'words of a parameter',
      "async function f(db: Db, of: 'a' | 'b') {}",
      [anchors.intoParameter('f', 'of', "'c'")],
      "async function f(db: Db, of: 'a' | 'b' | 'c') {}",
    ],
    [
      'an answer',
      'function f() { return { a }; }',
      [anchors.beforeReturn('f', 'const b = 1;'), anchors.intoReturned('f', 'b')],
      'function f() { const b = 1;\n\nreturn { a, b }; }',
    ],
    ['the end, in order', '甲();\n', [anchors.atTheEnd('b();'), anchors.atTheEnd('c();')], '甲();\nb();\nc();\n'],
    ['a list after text in Chinese', "const 甲 = '乙'; const a = [1];", [anchors.intoList('a', '2')], "const 甲 = '乙'; const a = [1, 2];"],
  ])('is found in %s', (_, before, places, after) => {
    expect(at(before, ...places)).toBe(after);
  });

  it.each<[string, string, anchors.Place, string]>([
    ['a list that is gone', 'const b = [];', anchors.intoList('a', '1'), 'x.ts: there is no list `a` to add to'],
    ['a list that is made elsewhere', 'const a = make();', anchors.intoList('a', '1'), 'there is no list `a`'],
    ['two of them', 'const f = () => { const a = [1]; }; const a = [2];', anchors.intoList('a', '1'), 'there is more than one list `a`'],
    ['a table that is gone', 'const a = [];', anchors.intoTable('a', 'x: 1'), 'there is no table `a`'],
    ['an interface that became a type', 'type A = object;', anchors.intoInterface('A', 'x: 1'), 'there is no interface `A`'],
    ['a function that is gone', 'const f = () => 1;', anchors.beforeReturn('f', 'x();'), 'there is no function `f`'],
    ['an answer that is no table', 'function f() { return a; }', anchors.intoReturned('f', 'x'), '`f` does not answer with a table'],
    ['a parameter of any kind', 'function f(of: string) {}', anchors.intoParameter('f', 'of', "'c'"), 'there is no parameter `of` of `f`'],
    ['a module that cannot be read', 'const = 1;', anchors.intoList('a', '1'), 'x.ts cannot be read'],
  ])('is missed: %s', (_, text, place, message) => {
    expect(() => at(text, place)).toThrow(CommandError);
    expect(() => at(text, place)).toThrow(message);
  });
});

describe('a page is written whole or not at all', () => {
  it('with every file, and a second time not', () => {
    const project = smallProject();
    const before = contents(project);
    const plan = planPage(project, wanted);
    expect(contents(project)).toEqual(before);
    writePlan(project, plan);
    const after = contents(project);
    expect(Object.keys(after).filter((file) => !(file in before))).toEqual([...plan.created.keys()].toSorted());
    expect(Object.keys(before).filter((file) => after[file] !== before[file])).toEqual([...plan.changed.keys()].toSorted());
    expect(after['src/app/page-registry.ts']).toContain("path: '/sys/specimen',");

    expect(() => planPage(project, wanted)).toThrow('--path /sys/specimen: there is a page at this path');
    expect(() => planPage(project, { ...wanted, path: '/sys/other' })).toThrow(/--name specimen: .* is there already/);
    expect(contents(project)).toEqual(after);
  });

  it('beside what it wrote before, in the order of the menu', () => {
    const project = smallProject();
    writePlan(project, planPage(project, wanted));
    const second = planPage(project, { ...wanted, path: '/sys/probe', name: 'probe' });
    const first = planPage(root, wanted).names;
    expect(Number(second.names.number)).toBe(Number(first.number) + 1);
    expect(Number(second.names.sort)).toBe(Number(first.sort) + 1);
    const registry = second.changed.get('src/app/page-registry.ts') ?? '';
    const places = ["path: '/sys/role'", "path: '/sys/specimen'", "path: '/sys/probe'", "path: '/admin/sys/cron'"].map((text) =>
      registry.indexOf(text),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it.each<[string, string | RegExp, string]>([
    ['contracts/endpoints/index.ts', 'const endpoints =', 'const all ='],
    ['contracts/states/states.ts', 'interface Situations', 'interface Worlds'],
    ['contracts/provider/people-states.ts', 'function logChange', 'function log'],
    ['contracts/provider/state-handlers.ts', 'const numbered =', 'const counted ='],
    ['server/database/schema.ts', 'interface Database', 'interface Tables'],
    ['server/database/migrations/index.ts', 'const migrations', 'const steps'],
    ['server/domain/people/index.ts', 'const peopleCalls', 'const people'],
    ['src/app/page-registry.ts', 'const pages:', 'const all:'],
    ['tests/permissions/cast.ts', 'function setStage', 'function set'],
    ['tests/permissions/bodies.ts', 'const bodies', 'const samples'],
    ['tests/permissions/permission-matrix.test.ts', 'const matrix', 'const rights'],
    ['tests/permissions/foreign-ids.test.ts', 'const byId', 'const calls'],
  ])('not where %s has become another', (file, from, to) => {
    const project = smallProject();
    rewrite(project, file, from, to);
    const before = contents(project);
    expect(() => planPage(project, wanted)).toThrow(CommandError);
    expect(() => planPage(project, wanted)).toThrow(file);
    expect(contents(project)).toEqual(before);
  });

  it('not where one of its files cannot be written', () => {
    const project = smallProject();
    const plan = planPage(project, wanted);
    const [, , third = ''] = [...plan.created.keys()].toReversed();
    mkdirSync(path.dirname(path.join(project, third)), { recursive: true });
    writeFileSync(path.join(project, third), 'somebody was faster');
    const before = contents(project);
    expect(() => writePlan(project, plan)).toThrow(/^nothing was written: .*EEXIST/);
    expect(contents(project)).toEqual(before);
    expect(existsSync(path.join(project, 'src/features/sys-specimen'))).toBe(false);
  });

  it('not where what would be written is no code', () => {
    const project = smallProject();
    rewrite(project, 'tools/new-page/templates/feature/page.tsx.tpl', 'export function', 'export functon');
    const before = contents(project);
    expect(() => writePlan(project, planPage(project, wanted))).toThrow(/cannot be formatted/);
    expect(contents(project)).toEqual(before);
  });
});
