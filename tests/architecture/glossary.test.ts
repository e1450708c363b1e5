import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { metricsInEnglish } from '#contracts/rules/metric-words.en.ts';
import { metricsInChinese } from '#contracts/rules/metric-words.zh.ts';
import { reasonTexts } from '#server/domain/messages.ts';
import { ownMenu } from '#src/app/page-registry.ts';
import { filesOf, root } from '#tools/source.ts';

type Language = 'zh' | 'en';
interface Text {
  at: string;
  language: Language;
  text: string;
}

const document = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()));
const wordsIn = (cell: string | undefined) => (cell ?? '').split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
const avoided: Record<Language, string[]> = {
  zh: rows.flatMap(([, , , inChinese]) => wordsIn(inChinese)),
  en: rows.flatMap(([, , , , inEnglish]) => wordsIn(inEnglish)),
};

const titles = new Set(ownMenu.flatMap(({ title, titleEn }) => [title, titleEn]));

/** A text without the names of its placeholders, which nobody reads. */
const withoutPlaceholders = (text: string) => text.replaceAll(/\{\s*\w+/g, '{');

const faultsIn = ({ at, language, text }: Text): string[] => {
  if (titles.has(text)) return [];
  const read = withoutPlaceholders(text);
  return avoided[language]
    .filter((word) => (language === 'zh' ? read.includes(word) : new RegExp(`\\b${word}s?\\b`, 'i').test(read)))
    .map((word) => `${at}: “${word}” in “${text}”`);
};

const messageTexts: Text[] = filesOf(['src'], /\/messages\/(?:zh-cn|en)\.json$/).flatMap(({ file, text }) =>
  Object.entries(JSON.parse(text) as Record<string, string>).map(([id, value]) => ({
    at: id,
    language: file.endsWith('en.json') ? ('en' as const) : ('zh' as const),
    text: value,
  })),
);
const serverTexts: Text[] = Object.entries(reasonTexts).flatMap(([reason, { zh, en }]) => [
  { at: reason, language: 'zh' as const, text: zh },
  { at: reason, language: 'en' as const, text: en },
]);
const metricTexts: Text[] = [
  ...Object.entries(metricsInChinese).flatMap(([at, texts]) => texts.map((text) => ({ at, language: 'zh' as const, text }))),
  ...Object.entries(metricsInEnglish).flatMap(([at, texts]) => texts.map((text) => ({ at, language: 'en' as const, text }))),
];

/** Literals of `{ zh: …, en: … }` in the contracts: summaries and notes of calls, labels of fields, meanings of states. */
const literalsIn = (folders: string[]): Text[] =>
  filesOf(folders, /(?<!\.test)\.ts$/).flatMap(({ file, text }) =>
    [...text.matchAll(/\b(zh|en): (?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g)].map(([, language, single, double]) => ({
      at: file,
      language: language === 'en' ? ('en' as const) : ('zh' as const),
      // A note explains values by their names, such as `materials: being processed`.
      text: (single ?? double ?? '').replaceAll(/\b[a-z_]+(?=: )/g, ''),
    })),
  );
const contractTexts = literalsIn([
  'contracts/vocabulary',
  'contracts/endpoints',
  'contracts/states',
  'contracts/reports',
  'contracts/rules',
]);
const wordsOfServer = literalsIn(['server/domain']);

/** The editor is a 剪辑师, and the ad network a 平台: 渠道 stands alone as the heading of a field, or is that of a payment. */
const isInFull = ({ text }: Text) => !/剪辑(?!师)|(?<!支付)渠道/.test(text) || text === '渠道';

/** Limits of requests are stated in exact units. */
const isSize = (fault: string) => /“[KMG]iB”/.test(fault);

describe('the glossary', () => {
  it('names the words that texts avoid', () => {
    expect(rows.length).toBeGreaterThan(25);
    expect(avoided.zh).toContain('出价上限');
    expect(avoided.en).toContain('homepage');
  });

  it('is kept by the texts of the console', () => {
    expect(messageTexts.length).toBeGreaterThan(4_000);
    expect(messageTexts.flatMap(faultsIn)).toEqual([]);
  });

  it('is kept by the texts of the contracts', () => {
    expect(contractTexts.length).toBeGreaterThan(2_000);
    expect(contractTexts.flatMap(faultsIn).filter((fault) => !isSize(fault))).toEqual([]);
  });

  it('is kept by the reasons of the server and the names of metrics', () => {
    expect([...serverTexts, ...metricTexts].flatMap(faultsIn)).toEqual([]);
  });

  it('is kept by the other texts of the server', () => {
    expect(wordsOfServer.length).toBeGreaterThan(300);
    expect(wordsOfServer.flatMap(faultsIn)).toEqual([]);
  });

  it('names the editor and the ad network in full', () => {
    expect([...messageTexts, ...contractTexts, ...wordsOfServer, ...serverTexts, ...metricTexts].filter((one) => !isInFull(one))).toEqual(
      [],
    );
    expect(isInFull({ at: 'x', language: 'zh', text: '渠道' })).toBe(true);
    expect(isInFull({ at: 'x', language: 'zh', text: '渠道拒绝了' })).toBe(false);
    expect(isInFull({ at: 'x', language: 'zh', text: '剪辑：成果记在其名下' })).toBe(false);
  });

  it('notices a word to avoid, and leaves placeholders and titles of routes alone', () => {
    expect(faultsIn({ at: 'x', language: 'en', text: 'Two homepages' })).toEqual(['x: “homepage” in “Two homepages”']);
    expect(faultsIn({ at: 'x', language: 'zh', text: '帐号已停用' })).toHaveLength(1);
    expect(faultsIn({ at: 'x', language: 'en', text: 'Type {material} to confirm' })).toEqual([]);
    expect(faultsIn({ at: 'x', language: 'en', text: 'Homepage association' })).toEqual([]);
  });
});
