import { type ReactNode, useMemo, useState } from 'react';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { priceWords } from '#contracts/vocabulary/orders.ts';
import type { OrderPlot } from '#machines/analyse-material/orders.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { chartLines, Segments } from '#src/parts/reports/index.ts';
import type { ChartForm } from '#src/ui/chart/chart-frame.tsx';
import { ColumnChart } from '#src/ui/chart/column-chart.tsx';
import { HeatMap } from '#src/ui/chart/heat-map.tsx';
import { TrendChart } from '#src/ui/chart/trend-chart.tsx';
import type { useDetail } from '#src/ui/page/use-detail.ts';

interface Props {
  loaded: ReturnType<typeof useDetail<OrderPlot>>;
  /** Chooses another chart. */
  choice: ReactNode;
}

/** The loaded data, if it belongs to this chart. */
const dataOf = <Kind extends OrderPlot['kind']>(answer: OrderPlot | undefined, kind: Kind) =>
  answer?.kind === kind ? (answer as Extract<OrderPlot, { kind: Kind }>) : undefined;

function useFrame({ loaded, choice }: Props) {
  const [form, setForm] = useState<ChartForm>('chart');
  const { busy, failure, refresh } = loaded;
  return { form, onForm: setForm, busy, failure, onRetry: refresh, controls: choice };
}

const DAYS_OF_WEEK = 7;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

function useWeekdays(): string[] {
  const w = useWords();
  const locale = w({ zh: 'zh-CN', en: 'en' });
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
    return Array.from({ length: DAYS_OF_WEEK }, (_, day) => format.format(MONDAY + day * DAY_MS));
  }, [locale]);
}

/** Orders or revenue by weekday and hour. */
export function OrderHeat({ isByAccount, ...props }: Props & { /** Hours are those of each account. */ isByAccount: boolean }) {
  const t = useText();
  const frame = useFrame(props);
  const weekdays = useWeekdays();
  const [metric, setMetric] = useState<'orders' | 'revenue'>('orders');
  const data = dataOf(props.loaded.answer, 'heat');
  const title = t(`metric.${metric}`);
  return (
    <>
      <HeatMap
        {...frame}
        label={t('orders.heatOf', { metric: title })}
        rows={weekdays}
        columns={HOURS}
        cells={data?.[metric]}
        unit={metric === 'orders' ? 'count' : 'money'}
        rowTitle={t('orders.weekday')}
        empty={t('orders.nothing')}
        controls={
          <>
            {props.choice}
            <Segments
              label={t('reports.metric')}
              options={(['orders', 'revenue'] as const).map((key) => ({ key, text: t(`metric.${key}`) }))}
              chosen={metric}
              onChoose={setMetric}
            />
          </>
        }
      />
      {isByAccount && <p className="ads-quiet">{t('orders.hourNote')}</p>}
    </>
  );
}

/** Orders by price bucket. */
export function OrderAmounts(props: Props) {
  const t = useText();
  const w = useWords();
  const data = dataOf(props.loaded.answer, 'histogram');
  return (
    <ColumnChart
      {...useFrame(props)}
      label={t('orders.amountsOf')}
      bars={data?.buckets.map(({ from, to, orders, revenue_usd }) => ({
        key: String(from),
        label: to === null ? `${from}+` : String(from),
        name: w(priceWords(from)),
        values: [orders, revenue_usd],
      }))}
      values={[
        { title: t('metric.orders'), unit: 'count' },
        { title: t('metric.revenue'), unit: 'money' },
      ]}
      nameTitle={t('orders.bucket')}
      empty={t('orders.nothing')}
    />
  );
}

/** Revenue of the countries that payers were in. */
export function OrderCountries(props: Props) {
  const t = useText();
  const w = useWords();
  const data = dataOf(props.loaded.answer, 'countries');
  return (
    <ColumnChart
      {...useFrame(props)}
      label={t('orders.countriesOf')}
      bars={data?.rows.map(({ key, label, orders, revenue }) => ({ key, label, values: [revenue, orders] }))}
      values={[
        { title: t('metric.revenue'), unit: 'money' },
        { title: t('metric.orders'), unit: 'count' },
      ]}
      nameTitle={w(dimensionWords.payer_country)}
      empty={t('orders.nothing')}
    />
  );
}

/** Revenue by day, stacked by type of order. */
export function OrderTypes(props: Props) {
  const t = useText();
  const trend = dataOf(props.loaded.answer, 'types')?.trend;
  const lines = useMemo(() => (trend ? chartLines(trend, t) : []), [trend, t]);
  return (
    <TrendChart
      {...useFrame(props)}
      label={t('orders.typesOf')}
      x={trend?.x}
      step={trend?.step ?? 'day'}
      lines={lines}
      provisionalFrom={trend?.provisionalFrom}
      empty={t('orders.nothing')}
    />
  );
}
