import { Button } from '@arco-design/web-react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { type OrderDailyDimension, orderDaily } from '#contracts/reports/order-daily.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import {
  type OrderDailyFilters,
  type OrderDailyPlot,
  type OrderDailyReportRow,
  orderDailyMetrics,
  orderDailyQuery,
} from '#machines/admin-order-daily/order-daily.machine.ts';
import type { ReportPageActor } from '#machines/parts/reports/report-page.machine.ts';
import { useBusinessToday } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ReportPage, type ReportPlot } from '#src/parts/report-page/index.ts';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { DailyTypes, MonthOverMonth, Reconciliation } from './order-daily-charts.tsx';
import './order-daily.css';

/** Metrics of both orders and spend. */
const OF_BOTH: ReadonlySet<MetricKey> = new Set(['roi', 'net_roi', 'profit', 'profit_rate']);
const NONE: readonly never[] = [];
const NO_KEYS = {};

/** The revenue of each business day. */
export function OrderDailyPage({ page }: { page: ReportPageActor<OrderDailyFilters, OrderDailyReportRow, null, OrderDailyPlot> }) {
  const t = useText();
  const w = useWords();
  const navigate = useNavigate();
  const titleOf = useCallback((key: string) => w(dimensionWords[key as OrderDailyDimension]), [w]);
  const today = useBusinessToday();
  const renderName = useCallback(
    ({ dims: { date } }: OrderDailyReportRow) =>
      date?.id === today ? (
        <>
          {date.label} <PlainTag text={t('orderDaily.today')} hint={t('orderDaily.todayHint')} />
        </>
      ) : undefined,
    [t, today],
  );
  // Today has orders of the business day, but spend only of the accounts whose own day has begun.
  const doubtOf = useCallback(
    (row: unknown, metric: MetricKey) =>
      OF_BOTH.has(metric) && (row as OrderDailyReportRow).dims.date?.id === today ? t('orderDaily.todayDoubt') : undefined,
    [t, today],
  );
  const plots = useMemo(
    (): ReportPlot<OrderDailyFilters, OrderDailyReportRow, OrderDailyPlot>[] => [
      { key: 'types', text: t('orderDaily.types'), draw: (_, choice, loaded) => <DailyTypes loaded={loaded} choice={choice} /> },
      { key: 'months', text: t('orderDaily.months'), draw: (_, choice, loaded) => <MonthOverMonth loaded={loaded} choice={choice} /> },
      {
        key: 'reconcile',
        text: t('orderDaily.reconcile'),
        draw: (_, choice, loaded) => <Reconciliation loaded={loaded} choice={choice} />,
      },
    ],
    [t],
  );
  return (
    <ReportPage<OrderDailyFilters, OrderDailyReportRow, null, OrderDailyPlot>
      page={page}
      declared={orderDaily}
      query={orderDailyQuery}
      title={t('orderDaily.title')}
      metrics={orderDailyMetrics}
      splitLabel={t('orderDaily.byType')}
      plots={plots}
      footnote={() => <p className="ads-quiet">{t('orderDaily.spendNote')}</p>}
      table={{
        label: t('orderDaily.title'),
        rowsName: t('orderDaily.title'),
        titleOf,
        presets: NONE,
        usualSort: 'revenue',
        exportKeys: NO_KEYS,
        renderName,
        doubtOf,
        empty: {
          text: t('orderDaily.nothing'),
          action: <Button onClick={() => void navigate({ search: '' })}>{t('orderDaily.lastDays')}</Button>,
        },
      }}
    />
  );
}
