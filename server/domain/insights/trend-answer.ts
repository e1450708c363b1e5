import type { TrendAnswer } from '#contracts/endpoints/report-shapes.ts';
import type { Language } from '../messages.ts';
import { freshnessAsAnswer } from './freshness.ts';
import type { Trend } from './trend.ts';

const words: Readonly<Record<string, Record<Language, string>>> = {
  total: { zh: '合计', en: 'Total' },
  other: { zh: '其他', en: 'Others' },
  '0': { zh: '未分配', en: 'Unassigned' },
};

/** As an answer has it; lines without a name of their own get one. `nameOf` names what `total` and `other` are not. */
export function trendAsAnswer(trend: Trend, language: Language, nameOf?: (key: string, label: string | null) => string): TrendAnswer {
  const labelOf = (key: string, label: string | null) =>
    key in words || nameOf === undefined ? (label ?? words[key]?.[language] ?? `#${key}`) : nameOf(key, label);
  return {
    x: trend.x,
    series: trend.series.map(({ key, label, ...rest }) => ({ key, label: labelOf(key, label), ...rest })),
    ...freshnessAsAnswer(trend, language),
  };
}
