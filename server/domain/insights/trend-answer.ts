import type { TrendAnswer } from '#contracts/endpoints/report-shapes.ts';
import type { Language } from '../messages.ts';
import { freshnessAsAnswer } from './freshness.ts';
import type { Trend } from './trend.ts';

const words: Readonly<Record<string, Record<Language, string>>> = {
  total: { zh: '合计', en: 'Total' },
  other: { zh: '其他', en: 'Others' },
  '0': { zh: '未分配', en: 'Unassigned' },
};

/** As an answer has it; lines without a name of their own get one. */
export function trendAsAnswer(trend: Trend, language: Language): TrendAnswer {
  return {
    x: trend.x,
    series: trend.series.map(({ key, label, ...rest }) => ({ key, label: label ?? words[key]?.[language] ?? `#${key}`, ...rest })),
    ...freshnessAsAnswer(trend, language),
  };
}
