import { describe, expect, it } from 'vitest';
import { createChartTexts, formatDuration } from './chart-texts.ts';
import { breakIntoRows, toBlock, type Word } from './text-flow.ts';
import { measureText } from './text-width.ts';

describe('the width of text', () => {
  it('is that of Arial', () => {
    expect(measureText('Hello, world!', 10)).toBe(55);
    expect(measureText('Hello, world!', 20)).toBe(110);
    expect(measureText('list.seen', 12, true)).toBe(48);
  });

  it('is a full square for CJK characters, and about that of a capital for other scripts', () => {
    expect(measureText('广告投放', 12)).toBe(48);
    expect(measureText('カナ、한글！', 10)).toBe(60);
    expect(measureText('жé', 10)).toBe(14);
  });
});

describe('a text block', () => {
  const toWords = (...texts: string[]): Word[] => texts.map((text) => ({ role: 'action', text }));
  const listTexts = (rows: ReturnType<typeof breakIntoRows>) => rows.map((row) => row.words.map(({ text }) => text));

  it('starts a new row at the maximum width, and never splits a word', () => {
    expect(listTexts(breakIntoRows(toWords('one', 'two', 'three'), 50))).toEqual([['one', 'two'], ['three']]);
    expect(listTexts(breakIntoRows(toWords('aVeryLongNameThatFitsNowhere'), 20))).toEqual([['aVeryLongNameThatFitsNowhere']]);
  });

  it('is as wide as its widest row and as high as all rows', () => {
    const { width, height, rows } = toBlock(breakIntoRows(toWords('one', 'two', 'three'), 50));
    expect(width).toBe(Math.max(...rows.map((row) => row.width)));
    expect(height).toBe(32);
  });
});

describe('chart texts', () => {
  it('show durations in the largest suitable unit', () => {
    expect([0, 300, 1000, 1500, 59_999, 60_000, 90_000, 3_600_000, 172_800_000].map(formatDuration)).toEqual([
      '0 ms',
      '300 ms',
      '1 s',
      '1.5 s',
      '60 s',
      '1 min',
      '1.5 min',
      '1 h',
      '2 d',
    ]);
  });

  it('number the transitions of a trigger only if several have a guard', () => {
    const base = { source: 'm', targets: [], trigger: { kind: 'event' as const, event: 'go' }, actions: [], reenter: false };
    const state = { key: 'm', kind: 'atomic' as const, tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] };
    const formatLabels = (guards: (string | undefined)[]) => {
      const transitions = guards.map((guard, index) => ({ ...base, id: `m:go:${index}`, ...(guard !== undefined && { guard }) }));
      const texts = createChartTexts({ id: 'm', root: { id: 'm', ...state }, transitions });
      return transitions.map((one) =>
        texts
          .transition(one)
          .rows.map((row) => row.words.map(({ text }) => text).join(' '))
          .join('\n'),
      );
    };
    expect(formatLabels(['isA', undefined])).toEqual(['go [isA]', 'go [else]']);
    expect(formatLabels(['isA', 'isB', undefined])).toEqual(['1. go [isA]', '2. go [isB]', '3. go [else]']);
    expect(formatLabels([undefined])).toEqual(['go']);
  });
});
