import { type ReactNode, useMemo } from 'react';
import type { OrderRow } from '#contracts/endpoints/orders.ts';
import type { OrderListColumn } from '#contracts/vocabulary/order-list.ts';
import { orderColumnWords } from '#contracts/vocabulary/order-list.ts';
import {
  type CapiStatus,
  capiStatusWords,
  type OrderStatus,
  orderStatusWords,
  orderSystemWords,
  orderTypeWords,
  payChannelWords,
} from '#contracts/vocabulary/orders.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useWords } from '#src/locale/use-words.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

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

export function OrderStatusTag({ status }: { status: OrderStatus }) {
  const w = useWords();
  return <StatusTag kind={statusKinds[status]} text={w(orderStatusWords[status])} />;
}

export const renderLabel = (ref: { label: string } | null): ReactNode => (ref === null ? DASH : <NameText text={ref.label} />);

/** The fields of an order that every table of orders shows. */
type ShownOrder = Pick<
  OrderRow,
  | 'order_no'
  | 'paid_at'
  | 'user_key'
  | 'order_type'
  | 'amount'
  | 'currency'
  | 'amount_usd'
  | 'refund_usd'
  | 'refunded_at'
  | 'pay_channel'
  | 'country'
  | 'os'
  | 'content'
  | 'material'
  | 'ad'
  | 'day_n'
  | 'status'
  | 'capi_status'
>;

/** The currency stands in the amount. */
type OrderCell = Exclude<OrderListColumn, 'currency'>;

/** The cells of single orders by their columns. */
export function useOrderCells<Row extends ShownOrder>(
  onPayer: (userKey: string) => void,
): Readonly<Record<OrderCell, Omit<Column<Row>, 'key' | 'title'>>> {
  const w = useWords();
  const format = useFormat();
  const locale = w({ zh: 'zh-CN', en: 'en' });
  return useMemo(() => {
    const countries = new Intl.DisplayNames(locale, { type: 'region' });
    const instant = (at: string | null) => <span className="ads-numbers">{format.instant(at)}</span>;
    return {
      order_no: { width: 212, frozen: true, render: ({ order_no }) => <CopyText text={order_no} label={w(orderColumnWords.order_no)} /> },
      paid_at: { width: 164, render: ({ paid_at }) => instant(paid_at) },
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
      content: { width: 180, render: ({ content }) => renderLabel(content) },
      material: { width: 180, render: ({ material }) => renderLabel(material) },
      ad: { width: 200, render: ({ ad }) => renderLabel(ad) },
      day_n: { width: 130, align: 'right', render: ({ day_n }) => (day_n === null ? DASH : `D${day_n}`) },
      status: { width: 130, render: ({ status }) => <OrderStatusTag status={status} /> },
      capi_status: {
        width: 130,
        render: ({ capi_status }) => <StatusTag kind={capiKinds[capi_status]} text={w(capiStatusWords[capi_status])} />,
      },
      pay_channel: { width: 110, render: ({ pay_channel }) => w(payChannelWords[pay_channel]) },
      refund_usd: { width: 120, align: 'right', render: ({ refund_usd }) => format.money(refund_usd, 'USD') },
      refunded_at: { width: 164, render: ({ refunded_at }) => instant(refunded_at) },
    };
  }, [w, format, locale, onPayer]);
}
