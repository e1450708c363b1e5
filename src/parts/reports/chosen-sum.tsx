import { type MetricKey, metricOf } from '#contracts/rules/metrics.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { metricText } from '#src/ui/report/report-metrics.tsx';
import './reports.css';

type Figures = Pick<ReportRow, 'm'>;

/** Figures that add up over rows. */
const SUMMED = ['spend', 'new_users', 'first_payers', 'revenue'] as const satisfies readonly MetricKey[];

/** The sum of a metric over rows; undefined where a row has no such figure. */
function sumOf(rows: readonly Figures[], key: MetricKey): number | undefined {
  let sum = 0;
  for (const { m } of rows) {
    const value = m[key];
    if (typeof value !== 'number') return undefined;
    sum += value;
  }
  return sum;
}

/** What the chosen rows come to together, in US dollars. */
export function ChosenSum({ rows }: { rows: readonly Figures[] }) {
  const t = useText();
  const format = useFormat();
  const sums = SUMMED.map((key) => [key, sumOf(rows, key)] as const);
  const { spend, revenue } = Object.fromEntries(sums);
  const roi = spend && revenue !== undefined ? revenue / spend : undefined;
  const shown = [...sums, ['roi', roi] as const].filter(([, value]) => value !== undefined);
  if (shown.length === 0) return null;
  return (
    <span className="ads-chosen-sum ads-numbers" role="status" aria-label={t('reports.chosenSum')}>
      {shown.map(([key, value]) => (
        <span key={key}>
          {t(`metric.${key}`)} <b>{metricText(value ?? null, metricOf(key), { format, currency: 'USD' })}</b>
        </span>
      ))}
    </span>
  );
}
