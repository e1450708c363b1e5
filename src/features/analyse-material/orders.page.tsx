import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { type OrderDimension, orders } from '#contracts/reports/orders.ts';
import {
  type OrderFilters,
  type OrderPage,
  type OrderPlot,
  type OrderReportRow,
  orderMetrics,
  ordersQuery,
} from '#machines/analyse-material/orders.machine.ts';
import type { ReportPageActor } from '#machines/parts/reports/report-page.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ReportPage, type ReportPlot } from '#src/parts/report-page/index.ts';
import { OrderAmounts, OrderCountries, OrderHeat, OrderTypes } from './order-charts.tsx';
import { OrderDrawer } from './order-drawer.tsx';

const NONE: readonly never[] = [];
const NO_KEYS = {};

/** Metrics of orders, when and for how much people pay, and the orders of a row. */
export function OrderAnalysisPage({ page }: { page: ReportPageActor<OrderFilters, OrderReportRow, OrderPage, OrderPlot> }) {
  const t = useText();
  const w = useWords();
  const navigate = useNavigate();
  const { report, rowDetail, rowExport } = useSelector(page, (state) => state.children);
  const isOpen = useSelector(rowDetail, (state) => state?.hasTag('open') ?? false);
  const titleOf = useCallback((key: string) => w(dimensionWords[key as OrderDimension]), [w]);
  const openOrders = useCallback(
    (value: Parameters<Parameters<typeof OrderDrawer>[0]['onOpen']>[0]) => page.send({ type: 'details.opened', ...value }),
    [page],
  );
  const onOpen = useCallback(
    (row: OrderReportRow, depth: number, path: string) => {
      const groupBy = report?.getSnapshot().context.query.groupBy ?? [];
      const values = path.split('/').map((key, at) => ({ by: groupBy[at] ?? '', id: decodeURIComponent(key) }));
      const by = groupBy[depth - 1] as OrderDimension | undefined;
      const { id = row.key, label = row.key } = (by && row.dims[by]) ?? {};
      openOrders({ id, name: label, path: values });
    },
    [report, openOrders],
  );
  const plots = useMemo(
    (): ReportPlot<OrderFilters, OrderReportRow, OrderPlot>[] => [
      {
        key: 'heat',
        text: t('orders.heat'),
        draw: ({ query }, choice, loaded) => (
          <OrderHeat loaded={loaded} choice={choice} isByAccount={query.filters.time_basis !== 'business'} />
        ),
      },
      { key: 'histogram', text: t('orders.amounts'), draw: (_, choice, loaded) => <OrderAmounts loaded={loaded} choice={choice} /> },
      { key: 'types', text: t('orders.types'), draw: (_, choice, loaded) => <OrderTypes loaded={loaded} choice={choice} /> },
      { key: 'countries', text: t('orders.countries'), draw: (_, choice, loaded) => <OrderCountries loaded={loaded} choice={choice} /> },
    ],
    [t],
  );
  return (
    <>
      <ReportPage<OrderFilters, OrderReportRow, OrderPage, OrderPlot>
        page={page}
        declared={orders}
        query={ordersQuery}
        title={t('orders.title')}
        metrics={orderMetrics}
        splitLabel={t('orders.byType')}
        plots={plots}
        table={{
          label: t('orders.title'),
          rowsName: t('orders.title'),
          titleOf,
          presets: NONE,
          usualSort: 'revenue',
          exportKeys: NO_KEYS,
          onOpen,
          empty: {
            text: t('orders.nothing'),
            action: <Button onClick={() => void navigate({ search: '' })}>{t('orders.lastDays')}</Button>,
          },
        }}
      />
      {isOpen && rowDetail && rowExport && (
        <OrderDrawer detail={rowDetail} exporting={rowExport} onOpen={openOrders} onClose={() => page.send({ type: 'details.closed' })} />
      )}
    </>
  );
}
