import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type OrderListColumn, orderColumnWords, orderListColumns } from '#contracts/vocabulary/order-list.ts';
import {
  type CapiStatus,
  capiStatusWords,
  type OrderStatus,
  orderStatusWords,
  orderSystemWords,
  orderTypeWords,
  payChannelWords,
} from '#contracts/vocabulary/orders.ts';
import type { ListedOrder, OrderFilters, OrderPage, ordersPage } from '#machines/analyse-material/orders.machine.ts';
import type { RowDetailSubject } from '#machines/parts/reports/report-page.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { Overlay } from '#src/ui/overlay/overlay.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const PAGE_SIZE = 50;

const statusKinds: Record<OrderStatus, StatusKind> = {
  paid: 'ok',
  refunding: 'warn',
  partial_refunded: 'warn',
  refunded: 'muted',
  created: 'info',
  closed: 'muted',
  failed: 'error',
};

const capiKinds: Record<CapiStatus, StatusKind> = { none: 'muted', sent: 'ok', duplicate: 'warn', failed: 'error' };

function useOrderColumns(onPayer: (userKey: string) => void): Column<ListedOrder>[] {
  const w = useWords();
  const format = useFormat();
  const locale = w({ zh: 'zh-CN', en: 'en' });
  return useMemo(() => {
    const countries = new Intl.DisplayNames(locale, { type: 'region' });
    const named = (label: string | undefined) => (label === undefined ? DASH : <NameText text={label} />);
    const looks: Record<Exclude<OrderListColumn, 'currency'>, Omit<Column<ListedOrder>, 'key' | 'title'>> = {
      order_no: { width: 212, frozen: true, render: ({ order_no }) => <CopyText text={order_no} label={w(orderColumnWords.order_no)} /> },
      paid_at: { width: 164, render: ({ paid_at }) => <span className="ads-numbers">{format.instant(paid_at)}</span> },
      user_key: {
        width: 216,
        render: ({ user_key }) => (
          <button type="button" className="ads-link-button" onClick={() => onPayer(user_key)}>
            {user_key}
          </button>
        ),
      },
      order_type: { width: 110, render: ({ order_type }) => w(orderTypeWords[order_type]) },
      amount: { width: 110, align: 'right', render: ({ amount, currency }) => format.money(amount, currency) },
      amount_usd: { width: 110, align: 'right', render: ({ amount_usd }) => format.money(amount_usd, 'USD') },
      country: { width: 120, render: ({ country }) => countries.of(country) ?? country },
      os: { width: 90, render: ({ os }) => w(orderSystemWords[os]) },
      content: { width: 180, render: ({ content }) => named(content?.label) },
      material: { width: 180, render: ({ material }) => named(material?.label) },
      ad: { width: 200, render: ({ ad }) => named(ad?.label) },
      day_n: { width: 130, align: 'right', render: ({ day_n }) => (day_n === null ? DASH : `D${day_n}`) },
      status: { width: 130, render: ({ status }) => <StatusTag kind={statusKinds[status]} text={w(orderStatusWords[status])} /> },
      capi_status: {
        width: 130,
        render: ({ capi_status }) => <StatusTag kind={capiKinds[capi_status]} text={w(capiStatusWords[capi_status])} />,
      },
      pay_channel: { width: 110, render: ({ pay_channel }) => w(payChannelWords[pay_channel]) },
      refund_usd: { width: 120, align: 'right', render: ({ refund_usd }) => format.money(refund_usd, 'USD') },
      refunded_at: { width: 164, render: ({ refunded_at }) => <span className="ads-numbers">{format.instant(refunded_at)}</span> },
    };
    return orderListColumns.flatMap((key) => (key === 'currency' ? [] : [{ key, title: w(orderColumnWords[key]), ...looks[key] }]));
  }, [w, format, locale, onPayer]);
}

type Opened = Pick<RowDetailSubject<OrderFilters>, 'id' | 'name' | 'path' | 'page'>;

interface Props {
  detail: ActorRefFrom<(typeof ordersPage)['rowDetail']>;
  exporting: ActorRefFrom<(typeof ordersPage)['rowExport']>;
  /** Opens the orders of a row, on another page or of a payer. */
  onOpen: (value: Opened) => void;
  onClose: () => void;
}

/** The orders of a row, or all orders of a payer. */
export function OrderDrawer({ detail, exporting, onOpen, onClose }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const subject = useSelector(detail, (state) => state.context.subject);
  const { answer, busy, failure, refresh } = useDetail<OrderPage>(detail);
  const onPayer = useMemo(() => (userKey: string) => onOpen({ id: userKey, name: userKey }), [onOpen]);
  const columns = useOrderColumns(onPayer);
  if (!subject) return null;
  const isOfPayer = subject.path === undefined;
  const page = subject.page ?? 1;
  const last = Math.max(1, Math.ceil((answer?.total ?? 0) / PAGE_SIZE));
  const turnTo = (to: number) => onOpen({ id: subject.id, name: subject.name, ...(subject.path && { path: subject.path }), page: to });
  return (
    <Overlay
      title={t(isOfPayer ? 'orders.allOf' : 'orders.of', { name: subject.name })}
      shape="wide"
      onDismiss={onClose}
      closeText={t('ui.close')}
    >
      <Toolbar
        end={
          viewer.can('export') && (
            <ExportCommand
              exporting={exporting}
              what={t('orders.of', { name: subject.name })}
              query={subject}
              columns={orderListColumns.map((key) => ({ key, title: w(orderColumnWords[key]) }))}
            />
          )
        }
      >
        {answer && <span className="ads-quiet">{t('ui.total', { total: answer.total, shown: format.number(answer.total) })}</span>}
        {last > 1 && (
          <>
            <Button size="small" disabled={page <= 1 || busy} onClick={() => turnTo(page - 1)}>
              {t('ui.previousPage')}
            </Button>
            <span className="ads-quiet">{t('orders.page', { page, last })}</span>
            <Button size="small" disabled={page >= last || busy} onClick={() => turnTo(page + 1)}>
              {t('ui.nextPage')}
            </Button>
          </>
        )}
      </Toolbar>
      <DataTable<ListedOrder>
        label={t('orders.of', { name: subject.name })}
        columns={columns}
        rows={answer?.list}
        rowKey={({ id }) => id}
        rowName={({ order_no }) => order_no}
        total={answer?.total}
        before={(page - 1) * PAGE_SIZE}
        busy={busy}
        failure={failure}
        onRetry={refresh}
        empty={{ text: t('orders.empty') }}
      />
    </Overlay>
  );
}
