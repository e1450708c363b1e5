import type { ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import { Page } from '#src/ui/page/page.tsx';
import { type Metric, ReportTable, useReportColumns } from '#src/ui/report/report-table.tsx';
import { LINES, METRICS } from './lines.ts';

const UNITS = ['money', 'count', 'percent', 'ratio'] as const;

const metrics: Metric[] = Array.from({ length: METRICS }, (_, metric) => ({
  key: `m${metric}`,
  title: `指标 ${metric + 1}`,
  unit: UNITS[metric % UNITS.length] ?? 'count',
  totals: 'sum',
}));
const dimensions = [{ key: 'campaign', title: '广告系列' }];
const numbersOf = (values: readonly number[]) =>
  Object.fromEntries(metrics.map(({ key, unit }, at) => [key, (values[at] ?? 0) / (unit === 'percent' || unit === 'ratio' ? 1000 : 1)]));

const answer: ReportAnswer = {
  rows: LINES.map(({ id, name, values }) => ({ key: String(id), dims: { campaign: { id, label: name } }, m: numbersOf(values) })),
  total: LINES.length,
  totals: { m: numbersOf(LINES[0]?.values ?? []) },
  asOf: '2026-11-20T08:00:00Z',
  provisionalFrom: '2026-11-19',
};
const nothing = () => undefined;

/** A report as long and wide as the largest of the console. */
export function ReportPage() {
  const columns = useReportColumns({ dimensions, metrics, provisionalFrom: answer.provisionalFrom, onBranchRetry: nothing });
  return (
    <Page title="10,000 × 20">
      <ReportTable
        label="10,000 × 20"
        columns={columns}
        dimensions={dimensions}
        metrics={metrics}
        page={answer}
        branches={{}}
        expanded={[]}
        branchFailures={{}}
        onToggle={nothing}
        busy={false}
        onRetry={nothing}
        sort={undefined}
        onSort={nothing}
        onWidth={nothing}
      />
    </Page>
  );
}
