import type { TrendAnswer } from '#contracts/endpoints/report-shapes.ts';
import type { Language } from '../messages.ts';
import { toFreshnessAnswer } from './freshness.ts';
import type { Trend } from './trend.ts';

const SERIES_LABELS: Readonly<Record<string, Record<Language, string>>> = {
  total: { zh: '合计', en: 'Total' },
  other: { zh: '其他', en: 'Others' },
  '0': { zh: '未分配', en: 'Unassigned' },
};

/** The trend as an answer. Series without a name get one; `nameOf` names every series except `total` and `other`. */
export function toTrendAnswer(trend: Trend, language: Language, nameOf?: (key: string, label: string | null) => string): TrendAnswer {
  const seriesLabel = (key: string, label: string | null) =>
    nameOf === undefined || key === 'total' || key === 'other'
      ? (label ?? SERIES_LABELS[key]?.[language] ?? `#${key}`)
      : nameOf(key, label);
  return {
    x: trend.x,
    series: trend.series.map(({ key, label, ...rest }) => ({ key, label: seriesLabel(key, label), ...rest })),
    ...toFreshnessAnswer(trend, language),
  };
}
