import { type ReactNode, useMemo, useState } from 'react';
import { type MetricKey, metricOf } from '#contracts/rules/metrics.ts';
import type { OrderDailyPlot, OrderMonth } from '#machines/admin-order-daily/order-daily.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { chartLines } from '#src/parts/reports/index.ts';
import { type ChartForm, ChartFrame, ChartTable } from '#src/ui/chart/chart-frame.tsx';
import { TrendChart } from '#src/ui/chart/trend-chart.tsx';
import { useValueText } from '#src/ui/chart/use-value-text.ts';
import type { useDetail } from '#src/ui/page/use-detail.ts';

interface Props {
  loaded: ReturnType<typeof useDetail<OrderDailyPlot>>;
  /** Chooses another chart. */
  choice: ReactNode;
}

/** The loaded data, if it belongs to this chart. */
export const dataOf = <Kind extends OrderDailyPlot['kind']>(answer: OrderDailyPlot | undefined, kind: Kind) =>
  answer?.kind === kind ? (answer as Extract<OrderDailyPlot, { kind: Kind }>) : undefined;

/** Revenue by day, stacked by type of order, with the refund rate above it. */
export function DailyTypes({ loaded, choice }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const trend = dataOf(loaded.answer, 'types')?.trend;
  const lines = useMemo(() => (trend ? chartLines(trend, t) : []), [trend, t]);
  return (
    <TrendChart
      form={form}
      onForm={setForm}
      busy={loaded.busy}
      failure={loaded.failure}
      onRetry={loaded.refresh}
      controls={choice}
      label={t('orderDaily.typesOf')}
      x={trend?.x}
      step={trend?.step ?? 'day'}
      lines={lines}
      provisionalFrom={trend?.provisionalFrom}
      empty={t('orderDaily.nothing')}
    />
  );
}

const MONTH_COLUMNS = [
  'revenue',
  'orders',
  'payers',
  'refund_rate',
  'net_revenue',
  'spend',
  'profit',
  'roi',
  'organic_share',
] as const satisfies readonly MetricKey[];

/** Change of a sum against the month before, as a share of it. */
const changeOf = ({ m }: OrderMonth, before: OrderMonth | undefined, key: MetricKey): number | null => {
  const [now, then] = [m[key] ?? null, before?.m[key] ?? null];
  return now === null || then === null || then === 0 ? null : (now - then) / Math.abs(then);
};

/** Sums of each month with their change against the month before. */
export function MonthOverMonth({ loaded, choice }: Props) {
  const t = useText();
  const format = useFormat();
  const valueText = useValueText();
  const months = dataOf(loaded.answer, 'months')?.months;
  const cellOf = (row: OrderMonth, before: OrderMonth | undefined, key: MetricKey) => {
    const metric = metricOf(key);
    const change = metric.totals === 'sum' || metric.totals === 'distinct' ? changeOf(row, before, key) : null;
    return (
      <>
        {valueText.full(row.m[key] ?? null, metric.unit)}
        {change !== null && <small className="ads-order-change">{`${change >= 0 ? '+' : '−'}${format.percent(Math.abs(change))}`}</small>}
      </>
    );
  };
  return (
    <ChartFrame
      label={t('orderDaily.monthsOf')}
      busy={loaded.busy}
      failure={loaded.failure}
      onRetry={loaded.refresh}
      controls={choice}
      emptyText={months?.length === 0 ? t('orderDaily.nothing') : undefined}
      plot={undefined}
      table={
        months && (
          <ChartTable
            label={t('orderDaily.monthsOf')}
            columns={[
              { key: 'month', title: t('orderDaily.month'), isNumber: false },
              ...MONTH_COLUMNS.map((key) => ({ key, title: t(`metric.${key}`) })),
            ]}
            rows={months.map((row, at) => ({
              key: row.month,
              name: row.month,
              cells: MONTH_COLUMNS.map((key) => cellOf(row, months[at + 1], key)),
            }))}
          />
        )
      }
    />
  );
}

type Day = Extract<OrderDailyPlot, { kind: 'reconcile' }>['answer']['days'][number];
const isEqual = ({ difference }: Day) => difference.orders === 0 && difference.amount === 0 && difference.refunds === 0;

const signed = (value: number, text: (value: number) => string) =>
  value === 0 ? DASH : `${value > 0 ? '+' : '−'}${text(Math.abs(value))}`;

/** What the sites count on each business day beside what is stored here, and the two dates of an order beside each other. */
export function Reconciliation({ loaded, choice }: Props) {
  const t = useText();
  const format = useFormat();
  const answer = dataOf(loaded.answer, 'reconcile')?.answer;
  const unequal = answer?.days.filter((day) => !isEqual(day)).length ?? 0;
  const usd = (cents: number) => format.money(cents, 'USD');
  return (
    <>
      <ChartFrame
        label={t('orderDaily.reconcileOf')}
        busy={loaded.busy}
        failure={loaded.failure}
        onRetry={loaded.refresh}
        controls={choice}
        emptyText={answer?.days.length === 0 ? t('orderDaily.nothing') : undefined}
        legend={
          answer && (
            <span className={unequal > 0 ? 'ads-order-unequal' : 'ads-order-equal'} role="status">
              {unequal > 0 ? t('orderDaily.unequal', { count: unequal }) : t('orderDaily.equal')}
              {` · ${t('orderDaily.knownUntil', { at: format.instant(answer.known_until) })}`}
            </span>
          )
        }
        plot={undefined}
        table={
          answer && (
            <ChartTable
              label={t('orderDaily.reconcileOf')}
              columns={[
                { key: 'date', title: t('orderDaily.bizDate'), isNumber: false },
                { key: 'currency', title: t('orderDaily.currency'), isNumber: false },
                { key: 'feedOrders', title: t('orderDaily.feedOrders') },
                { key: 'storedOrders', title: t('orderDaily.storedOrders') },
                { key: 'orders', title: t('orderDaily.orderGap') },
                { key: 'feedAmount', title: t('orderDaily.feedAmount') },
                { key: 'storedAmount', title: t('orderDaily.storedAmount') },
                { key: 'amount', title: t('orderDaily.amountGap') },
                { key: 'refunds', title: t('orderDaily.refundGap') },
              ]}
              rows={answer.days.map((day) => {
                const { biz_date, currency, feed, stored, difference } = day;
                const money = (minor: number) => format.money(minor, currency);
                const gap = (text: string) => (text === DASH ? text : <b className="ads-order-unequal">{text}</b>);
                return {
                  key: `${biz_date} ${currency}`,
                  name: biz_date,
                  cells: [
                    currency,
                    format.number(feed.orders),
                    format.number(stored.orders),
                    gap(signed(difference.orders, format.number)),
                    money(feed.amount),
                    money(stored.amount),
                    gap(signed(difference.amount, money)),
                    gap(signed(difference.refunds, format.number)),
                  ],
                };
              })}
            />
          )
        }
      />
      {answer && (
        <p className="ads-quiet">
          {t('orderDaily.dates', {
            business: usd(answer.by_biz_date.revenue_usd),
            payment: usd(answer.by_stat_date.revenue_usd),
            difference: signed(answer.difference.revenue_usd, usd),
          })}
        </p>
      )}
    </>
  );
}
