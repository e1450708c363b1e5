import { useCallback, useMemo } from 'react';
import { type AdDataDimension, adData } from '#contracts/reports/ad-data.ts';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { type DrillRow, usualDrillMetrics } from '#machines/advertising-data/drill-parts.machine.ts';
import { type DrillFilters, parentsOf } from '#machines/advertising-data/drill-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FiguresTable, type FiguresTableProps } from '#src/parts/reports/index.ts';
import type { DrillBodyProps } from './drill-frame.tsx';

/** Export keys of the table columns. */
const EXPORT_KEYS: Readonly<Record<string, string>> = {
  user_department: 'department_name',
  platform_account_id: 'platform_id',
  platform_id: 'platform_id',
  account_status: 'account_status',
  currency: 'currency',
  timezone_name: 'timezone_name',
  balance: 'balance',
  cap_left: 'cap_left',
  effective_status: 'effective_status',
  owner: 'owner',
};

/** Counts of the children of a user or an account. */
const COUNTS: readonly MetricKey[] = ['accounts', 'campaigns_running', 'ads_created', 'ads_running', 'ads_spending'];

type Own =
  | 'label'
  | 'attributes'
  | 'trailing'
  | 'actions'
  | 'renderName'
  | 'nameWidth'
  | 'onOpen'
  | 'isLocal'
  | 'targetOf'
  | 'whySingle'
  | 'choice'
  | 'controls'
  | 'selection'
  | 'empty';

export interface DrillTableProps extends DrillBodyProps, Pick<FiguresTableProps<DrillFilters, DrillRow>, Own> {
  tableView: DrillBodyProps['parts']['tableView'];
  /** Metrics without a meaning at this level. */
  hiddenMetrics?: readonly MetricKey[];
}

const NO_METRICS: readonly MetricKey[] = [];

/** The table of a level. */
export function DrillTable({ kind, parts, launchActions: _, hiddenMetrics = NO_METRICS, ...props }: DrillTableProps) {
  const { query } = props.report;
  const t = useText();
  const w = useWords();
  const metrics = useMemo(() => adData.metrics.filter((key) => !hiddenMetrics.includes(key)), [hiddenMetrics]);
  const titleOf = useCallback((key: string) => w(dimensionWords[key as AdDataDimension]), [w]);
  // The parents of the rows are not filters, so they stay.
  const above = parentsOf(kind, query.filters);
  const isFiltered =
    query.only !== undefined || Object.entries(query.filters).some(([name, value]) => value !== undefined && !(name in above));
  const reset = () => {
    if (query.only) parts.report.send({ type: 'report.onlyChosen', only: undefined });
    parts.report.send({ type: 'report.filtersChosen', filters: above });
  };
  return (
    <FiguresTable<DrillFilters, DrillRow>
      {...props}
      actor={parts.report}
      exporting={parts.export}
      rowsName={t('data.things')}
      titleOf={titleOf}
      metrics={metrics}
      usual={usualDrillMetrics[kind]}
      leading={COUNTS}
      exportKeys={EXPORT_KEYS}
      onResetFilters={isFiltered ? reset : undefined}
    />
  );
}
