import { describe, expect, it } from 'vitest';
import { filesOf, nodesOf, parsed, placeOf, type SourceFile, type SyntaxNode, sourceFiles } from '#tools/source.ts';

const MUTED =
  /@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint|biome)-(?:disable|ignore|enable)|istanbul ignore|v8 ignore|prettier-ignore/;
const UNFINISHED = /\b(?:TODO|FIXME|XXX|HACK)\b/;
const STYLE_MUTED = /stylelint-disable|biome-ignore/;
const LEFT_OUT = new Set(['only', 'skip', 'todo', 'fails']);
const TEST_WORDS = new Set(['it', 'test', 'describe', 'suite', 'bench']);

/** Where `any` is needed and its reason stands beside it: helpers that fit every machine cannot name one. */
const ANY_WITH_A_REASON = new Set(['machines/kernel/tell.ts']);

const nameAt = (value: unknown): string => {
  const node = value as SyntaxNode | undefined;
  if (node?.type === 'Identifier') return String(node.name);
  return node?.type === 'MemberExpression' ? nameAt(node.object) : node?.type === 'CallExpression' ? nameAt(node.callee) : '';
};

/** Words of what is looked for; most modules have none of them outside of the beginnings of comments, and need not be read as code. */
const SUSPECT = /^(?!\s*(?:\/\/|(?:\/\*|\*(?=\s))(?!.*\*\/\s*\S))).*(?:\bany\b|\.(?:only|skip|todo|fails)\b)/m;

function mutedIn(source: SourceFile): string[] {
  const { text } = source;
  if (![MUTED, UNFINISHED, SUSPECT].some((words) => words.test(text))) return [];
  const at = (offset: number, what: string) => `${placeOf(source, offset)}: ${what}`;
  const comments = parsed(source).comments.flatMap(({ value, start }) => [
    ...(MUTED.test(value) ? [at(start, 'a check is switched off')] : []),
    ...(UNFINISHED.test(value) ? [at(start, 'something is left to do')] : []),
  ]);
  const nodes = nodesOf(source).flatMap((node) => {
    if (node.type === 'TSAnyKeyword' && !ANY_WITH_A_REASON.has(source.file)) return [at(node.start, 'any')];
    const property = node.type === 'MemberExpression' ? nameAt(node.property) : '';
    return LEFT_OUT.has(property) && TEST_WORDS.has(nameAt(node.object)) ? [at(node.start, `a test is left out by .${property}`)] : [];
  });
  return [...comments, ...nodes];
}

const files = sourceFiles();
const planted = (text: string) => mutedIn({ file: 'src/planted.ts', text });

describe('nothing is muted', () => {
  it('in any module', () => {
    console.log(`${files.length} modules`);
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap(mutedIn)).toEqual([]);
  });

  it('and the exception is still needed', () => {
    for (const file of ANY_WITH_A_REASON) {
      const source = files.find((one) => one.file === file);
      expect(source && nodesOf(source).some(({ type }) => type === 'TSAnyKeyword'), file).toBe(true);
    }
  });

  it.each([
    'export const x = 1 as any;',
    'export const x: Record<string, any> = {};',
    'export type X = any[];',
    '// @ts-ignore\nexport const x = 1;',
    '// @ts-expect-error\nexport const x = 1;',
    '/* @ts-nocheck */',
    '// oxlint-disable-next-line no-console\nexport const x = 1;',
    '/* eslint-disable */',
    '/* of */ export const x: any = 1;',
    'class X {\n  *list(): any {}\n}',
    '// biome-ignore format: no',
    '// TODO later',
    '/* FIXME */',
    "it.only('x', () => {});",
    "describe.skip('x', () => {});",
    "it.todo('x');",
    "it.each([1]).only('x', () => {});",
    "it.skip.each([1])('x', () => {});",
  ])('notices %j', (text) => {
    expect(planted(text)).toHaveLength(1);
  });

  it.each([
    'export const any = 1;',
    "export const text = 'TODO';",
    "it.skipIf(true)('x', () => {});",
    'list.only();',
    'export const x: unknown = 1;',
  ])('lets pass %j', (text) => {
    expect(planted(text)).toEqual([]);
  });

  it('and no style sheet', () => {
    const sheets = filesOf(['src', 'visualiser'], /\.css$/);
    expect(sheets.length).toBeGreaterThan(10);
    expect(sheets.filter(({ text }) => STYLE_MUTED.test(text) || UNFINISHED.test(text)).map(({ file }) => file)).toEqual([]);
  });
});
