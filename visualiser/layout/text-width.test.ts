import { describe, expect, it } from 'vitest';
import { durationText, textsOf } from './chart-texts.ts';
import { block, flow, type Word } from './text-flow.ts';
import { textWidth } from './text-width.ts';

describe('the width of text', () => {
  it('is that of Arial', () => {
    expect(textWidth('Hello, world!', 10)).toBe(55);
    expect(textWidth('Hello, world!', 20)).toBe(110);
    expect(textWidth('list.seen', 12, true)).toBe(48);
  });

  it('counts Chinese, Japanese and Korean letters as squares, and others as about a capital', () => {
    expect(textWidth('广告投放', 12)).toBe(48);
    expect(textWidth('カナ、한글！', 10)).toBe(60);
    expect(textWidth('жé', 10)).toBe(14);
  });
});

describe('text in rows', () => {
  const words = (...texts: string[]): Word[] => texts.map((text) => ({ role: 'action', text }));
  const texts = (rows: ReturnType<typeof flow>) => rows.map((row) => row.words.map(({ text }) => text));

  it('goes on in the next row where the widest would be too wide, and never divides a word', () => {
    expect(texts(flow(words('one', 'two', 'three'), 50))).toEqual([['one', 'two'], ['three']]);
    expect(texts(flow(words('aVeryLongNameThatFitsNowhere'), 20))).toEqual([['aVeryLongNameThatFitsNowhere']]);
  });

  it('is as wide as its widest row, and as high as all of them', () => {
    const { width, height, rows } = block(flow(words('one', 'two', 'three'), 50));
    expect(width).toBe(Math.max(...rows.map((row) => row.width)));
    expect(height).toBe(32);
  });
});

describe('what is written in a chart', () => {
  it('gives times in the unit they are read in', () => {
    expect([0, 300, 1000, 1500, 59_999, 60_000, 90_000, 3_600_000, 172_800_000].map(durationText)).toEqual([
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

  it('numbers what is tried in order only where more than one guard decides', () => {
    const base = { source: 'm', targets: [], trigger: { kind: 'event' as const, event: 'go' }, actions: [], reenter: false };
    const state = { key: 'm', kind: 'atomic' as const, tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] };
    const written = (guards: (string | undefined)[]) => {
      const transitions = guards.map((guard, index) => ({ ...base, id: `m:go:${index}`, ...(guard !== undefined && { guard }) }));
      const texts = textsOf({ id: 'm', root: { id: 'm', ...state }, transitions });
      return transitions.map((one) =>
        texts
          .transition(one)
          .rows.map((row) => row.words.map(({ text }) => text).join(' '))
          .join('\n'),
      );
    };
    expect(written(['isA', undefined])).toEqual(['go [isA]', 'go [else]']);
    expect(written(['isA', 'isB', undefined])).toEqual(['1. go [isA]', '2. go [isB]', '3. go [else]']);
    expect(written([undefined])).toEqual(['go']);
  });
});
