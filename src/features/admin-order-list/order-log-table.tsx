import { Button } from '@arco-design/web-react';
import { useMemo } from 'react';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import { type OrderLogColumn, orderLogColumnWords } from '#contracts/vocabulary/order-log.ts';
import { attributionWords } from '#contracts/vocabulary/orders.ts';
import type { LoggedOrder, OrderLogPage } from '#machines/admin-order-list/order-log.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { renderLabel, useOrderCells } from '#src/parts/orders/index.ts';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { KeysetFooter } from '#src/ui/list/pager.tsx';
import { SlowLoad } from '#src/ui/list/slow-load.tsx';
import { useLog } from '#src/ui/list/use-log.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';

const AD_DETAILS = '/admin/advertising/details';

/** In the order of the table; the currency stands in the amount. */
const SHOWN = Object.keys(orderLogColumnWords).filter((key) => key !== 'currency') as Exclude<OrderLogColumn, 'currency'>[];

const HIDDEN: readonly OrderLogColumn[] = [
  'external_no',
  'biz',
  'fee_usd',
  'refund_usd',
  'campaign',
  'material',
  'landing',
  'cohort_date',
  'ordered_at',
  'refunded_at',
  'stat_date',
];

type Props = Pick<PartsOf<OrderLogPage>, 'list' | 'shown' | 'tableView' | 'export'> & { onPayer: (userKey: string) => void };

/** All matching orders; a row opens its details. */
export function OrderLogTable({ list, shown, tableView, export: download, onPayer }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const canOpenAds = viewer.canOpen(AD_DETAILS);
  const { filters, table, footer, refresh, slowLoad } = useLog(list);
  const cells = useOrderCells<LoggedOrder>(onPayer);
  const columns = useMemo((): Column<LoggedOrder>[] => {
    const usd = (cents: number) => format.money(cents, 'USD');
    const instant = (at: string | null) => <span className="ads-numbers">{format.instant(at)}</span>;
    const date = (value: string | null) => <span className="ads-numbers">{value ?? DASH}</span>;
    const own: Record<Exclude<OrderLogColumn, 'currency'>, Omit<Column<LoggedOrder>, 'key' | 'title'>> = {
      ...cells,
      external_no: {
        width: 190,
        render: ({ external_no }) =>
          external_no === null ? DASH : <CopyText text={external_no} label={w(orderLogColumnWords.external_no)} />,
      },
      biz: { width: 110, render: ({ biz }) => w(bizWords[biz]) },
      site: { width: 150, render: ({ site }) => renderLabel(site) },
      fee_usd: { width: 110, align: 'right', render: ({ fee_usd }) => usd(fee_usd) },
      owner: { width: 110, render: ({ owner }) => owner?.label ?? DASH },
      account: { width: 180, render: ({ account }) => renderLabel(account) },
      campaign: { width: 200, render: ({ campaign }) => renderLabel(campaign) },
      ad: {
        width: 200,
        render: ({ ad }) =>
          ad === null ? DASH : <NameText text={ad.label} {...(canOpenAds && { to: `${AD_DETAILS}?level=ad&id=${ad.id}` })} />,
      },
      landing: { width: 180, render: ({ landing }) => renderLabel(landing) },
      attribution: {
        width: 100,
        render: ({ attribution }) =>
          attribution === 'none' ? (
            <StatusTag kind="muted" text={w(attributionWords.none)} />
          ) : (
            <PlainTag text={w(attributionWords[attribution])} />
          ),
      },
      cohort_date: { width: 116, render: ({ cohort_date }) => date(cohort_date) },
      ordered_at: { width: 164, render: ({ ordered_at }) => instant(ordered_at) },
      stat_date: { width: 116, render: ({ stat_date }) => date(stat_date) },
      biz_date: { width: 116, render: ({ biz_date }) => date(biz_date) },
    };
    return SHOWN.map((key) => ({
      key,
      title: w(orderLogColumnWords[key]),
      ...own[key],
      ...(HIDDEN.includes(key) && { defaultHidden: true }),
    }));
  }, [w, format, cells, canOpenAds]);
  const view = useTableView(tableView, columns);
  const { date_from: _from, date_to: _to, time_basis: _basis, ...narrowing } = filters;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const showLastDays = () => list.send({ type: 'log.filtersChosen', filters: {} });
  return (
    <>
      <SlowLoad {...slowLoad} />
      <Toolbar
        end={
          <>
            <ExportCommand exporting={download} what={t('allOrders.title')} query={filters} columns={view.drawn} />
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      />
      <DataTable<LoggedOrder>
        {...table}
        {...view.table}
        label={t('allOrders.title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ order_no }) => order_no}
        onRowClick={({ id, order_no }) => shown.send({ type: 'detail.opened', subject: { id, name: order_no } })}
        onResetFilters={isNarrowed ? showLastDays : undefined}
        empty={{ text: t('allOrders.empty'), action: <Button onClick={showLastDays}>{t('allOrders.lastDays')}</Button> }}
      />
      {footer && <KeysetFooter {...footer} />}
    </>
  );
}
