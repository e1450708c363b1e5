import type { ActorRefFrom } from 'xstate';
import type { orderSums } from '#machines/admin-order-list/order-log.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';

/** Sums of the matching orders, in US dollars. They may fail while the rows are shown. */
export function OrderSumBar({ sums }: { sums: ActorRefFrom<typeof orderSums> }) {
  const t = useText();
  const format = useFormat();
  const { answer, busy, failure, refresh } = useDetail(sums);
  if (failure) return <FailureRemark failure={failure} onRetry={refresh} />;
  const money = (cents: number | undefined) => format.money(cents ?? null, 'USD');
  const count = (value: number | undefined) => format.number(value ?? null);
  const parts = [
    ['orders', count(answer?.orders), t('allOrders.sum.ordersHint')],
    ['payers', count(answer?.payers), undefined],
    ['revenue', money(answer?.revenue_usd), undefined],
    ['refund', money(answer?.refund_usd), t('allOrders.sum.refundHint')],
    ['fee', money(answer?.fee_usd), undefined],
    ['net', money(answer?.net_usd), t('allOrders.sum.netHint')],
  ] as const;
  return (
    <dl className="ads-order-sums ads-within-window" aria-label={t('allOrders.sums')} aria-busy={busy}>
      {parts.map(([key, value, hint]) => (
        <div key={key} title={hint}>
          <dt>{t(`allOrders.sum.${key}`)}</dt>
          <dd className="ads-numbers">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
