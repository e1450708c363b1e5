import { describe, expect, it } from 'vitest';
import { axisUnits, type ChartLine, hasPoints, placeLines, stackTotals } from './chart-lines.ts';
import { splitAtProvisional, trendOption } from './trend-option.ts';

const line = (key: string, more: Partial<ChartLine> = {}): ChartLine => ({
  key,
  label: key,
  unit: 'money',
  data: [1, null, 3],
  form: 'line',
  ...more,
});

describe('chart lines', () => {
  it('use the left axis for the first unit, and the right axis for any other', () => {
    const lines = [line('spend'), line('roi', { unit: 'ratio' }), line('revenue')];
    expect(placeLines(lines).map(({ axis }) => axis)).toEqual([0, 1, 0]);
    expect(axisUnits(lines)).toEqual(['money', 'ratio']);
    expect(axisUnits([line('spend')])).toEqual(['money', undefined]);
  });

  it('differ in colour from the stack below them, and the rest is grey', () => {
    const [a, other, roi] = placeLines([
      line('a', { form: 'bar', stacked: true }),
      line('other', { form: 'bar', stacked: true, isRemainder: true }),
      line('roi', { unit: 'ratio' }),
    ]);
    expect([a?.colour, other?.colour, roi?.colour]).toEqual(['var(--ads-chart-1)', 'var(--ads-chart-rest)', 'var(--ads-chart-above)']);
  });

  it('have a gap at a point where every value is missing', () => {
    expect(hasPoints([line('a', { data: [null, null] })])).toBe(false);
    expect(hasPoints([line('a', { data: [null, 0] })])).toBe(true);
  });

  it('are summed at each point of a stack, and have no sum where nothing is known', () => {
    const stack = [line('a', { stacked: true }), line('b', { stacked: true, data: [2, null, null] }), line('roi', { data: [9, 9, 9] })];
    expect(stackTotals(stack, 3)).toEqual([3, null, 3]);
  });
});

describe('provisional part', () => {
  it('continues from the last settled point', () => {
    expect(splitAtProvisional([1, 2, 3], 2)).toEqual([
      [1, 2, null],
      [null, 2, 3],
    ]);
    expect(splitAtProvisional([1, 2], 0)).toEqual([
      [null, null],
      [1, 2],
    ]);
  });

  const seriesOf = (lines: ChartLine[], provisionalFrom?: string) =>
    trendOption({
      x: ['2026-11-18', '2026-11-19', '2026-11-20'],
      step: 'day',
      lines: placeLines(lines),
      provisionalFrom,
      axes: [{ text: String, emptyMax: 1 }, undefined],
    }) as {
      series: { type: string; data: unknown[]; lineStyle?: { type: string }; connectNulls?: boolean; z?: number }[];
      animation: boolean;
    };

  it('is dashed, and gaps stay gaps', () => {
    const { series, animation } = seriesOf([line('spend', { data: [1, null, 3] })], '2026-11-20');
    expect(series.map(({ lineStyle, data, connectNulls }) => [lineStyle?.type, data, connectNulls])).toEqual([
      ['solid', [1, null, null], false],
      ['dashed', [null, null, 3], false],
    ]);
    expect(animation).toBe(false);
  });

  it('never covers the first line, which is drawn on top', () => {
    const { series } = seriesOf([line('today', { data: [1, 2, 3] }), line('yesterday', { data: [1, 2, 3] })]);
    const [today = 0, yesterday = 0] = series.map(({ z }) => z);
    expect(today).toBeGreaterThan(yesterday);
  });

  it('is dashed only in the line that is incomplete', () => {
    const { series } = seriesOf([line('today', { data: [1, 2, null], provisionalFrom: 1 }), line('yesterday', { data: [1, 2, 3] })]);
    expect(series.map(({ lineStyle, data }) => [lineStyle?.type, data])).toEqual([
      ['solid', [1, null, null]],
      ['dashed', [1, 2, null]],
      ['solid', [1, 2, 3]],
    ]);
  });

  it('is not drawn twice where everything is settled', () => {
    expect(seriesOf([line('spend')], '2026-11-21').series).toHaveLength(1);
  });

  it('is a paler bar', () => {
    const { series } = seriesOf([line('spend', { form: 'bar', data: [1, 2, 3] })], '2026-11-20');
    expect(series[0]?.data.map((one) => (one as { itemStyle: { opacity: number } }).itemStyle.opacity)).toEqual([1, 1, 0.6]);
  });
});
