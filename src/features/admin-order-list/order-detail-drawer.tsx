import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { channels, channelWords } from '#contracts/vocabulary/channels.ts';
import { orderLogColumnWords } from '#contracts/vocabulary/order-log.ts';
import { attributionWords, orderMomentWords, orderTypeWords } from '#contracts/vocabulary/orders.ts';
import { eventSourceWords } from '#contracts/vocabulary/pixels.ts';
import type { ShownOrder, shownOrder } from '#machines/admin-order-list/order-log.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { OrderStatusTag } from '#src/parts/orders/index.ts';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { Overlay } from '#src/ui/overlay/overlay.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';

interface Props {
  shown: ActorRefFrom<typeof shownOrder>;
  /** Lists the orders of a payer. */
  onPayer: (userKey: string) => void;
}

/** What happened to an order, why it counts for an ad, and what else its payer bought. */
export function OrderDetailDrawer({ shown, onPayer }: Props) {
  const t = useText();
  const name = useSelector(shown, (state) => state.context.subject?.name ?? '');
  const { answer, failure, refresh } = useDetail(shown);
  return (
    <Overlay
      title={t('allOrders.order', { name })}
      shape="drawer"
      onDismiss={() => shown.send({ type: 'detail.closed' })}
      closeText={t('ui.close')}
    >
      {failure ? (
        <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />
      ) : answer === undefined ? (
        <LoadingBlock />
      ) : (
        <OrderSections detail={answer} onPayer={onPayer} onOrder={(subject) => shown.send({ type: 'detail.opened', subject })} />
      )}
    </Overlay>
  );
}

interface SectionsProps {
  detail: ShownOrder;
  onPayer: (userKey: string) => void;
  onOrder: (order: { id: number; name: string }) => void;
}

function OrderSections({ detail, onPayer, onOrder }: SectionsProps) {
  const t = useText();
  return (
    <>
      <FormSection title={t('allOrders.timeline')}>
        <OrderTimeline timeline={detail.timeline} />
      </FormSection>
      <FormSection title={t('allOrders.chain')}>
        <AttributionChain {...detail} />
      </FormSection>
      <FormSection title={t('allOrders.payer')}>
        <PayerHistory detail={detail} onPayer={onPayer} onOrder={onOrder} />
      </FormSection>
      <FormSection title={t('allOrders.raw')} note={t('allOrders.rawNote')}>
        <Facts
          facts={detail.raw.map(({ key, value, masked }): [ReactNode, ReactNode, string] => [
            <code key={key}>{key}</code>,
            <>
              {value} {masked && <PlainTag text={t('allOrders.masked')} />}
            </>,
            key,
          ])}
        />
      </FormSection>
    </>
  );
}

function Facts({ facts }: { facts: readonly [name: ReactNode, value: ReactNode, key: string][] }) {
  return (
    <dl className="ads-order-facts">
      {facts.map(([name, value, key]) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value ?? DASH}</dd>
        </div>
      ))}
    </dl>
  );
}

const outcomeKinds = { kept: 'ok', duplicate: 'muted', error: 'error' } as const;

function OrderTimeline({ timeline }: Pick<ShownOrder, 'timeline'>) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  return (
    <ol className="ads-order-timeline">
      {timeline.map(({ kind, at, source, outcome }, index) => (
        <li key={index}>
          <time className="ads-numbers" dateTime={at}>
            {format.instant(at, true)}
          </time>
          <span>
            {w(orderMomentWords[kind])}
            {source && ` · ${w(eventSourceWords[source])}`}
          </span>
          {outcome && <StatusTag kind={outcomeKinds[outcome]} text={t(`allOrders.postback.${outcome}`)} />}
        </li>
      ))}
    </ol>
  );
}

function AttributionChain({ order, chain }: Pick<ShownOrder, 'order' | 'chain'>) {
  const t = useText();
  const w = useWords();
  const channel = channels.find((one) => one === chain.channel);
  const label = (ref: { label: string } | null) => ref?.label;
  return (
    <Facts
      facts={[
        [w(orderLogColumnWords.attribution), w(attributionWords[order.attribution]), 'attribution'],
        [w(orderLogColumnWords.site), order.site.label, 'site'],
        [t('allOrders.channel'), channel && w(channelWords[channel]), 'channel'],
        [w(orderLogColumnWords.account), label(order.account), 'account'],
        [w(orderLogColumnWords.campaign), label(order.campaign), 'campaign'],
        [t('allOrders.group'), label(chain.group), 'group'],
        [w(orderLogColumnWords.ad), label(order.ad), 'ad'],
        [t('allOrders.platformId'), chain.platform_ad_id, 'platform'],
        [w(orderLogColumnWords.content), label(order.content), 'content'],
        [w(orderLogColumnWords.material), label(order.material), 'material'],
        [t('allOrders.creator'), label(chain.creator), 'creator'],
        [w(orderLogColumnWords.landing), label(order.landing), 'landing'],
        [t('allOrders.scheme'), label(chain.scheme), 'scheme'],
        [t('allOrders.pixel'), label(chain.pixel), 'pixel'],
        [w(orderLogColumnWords.owner), label(order.owner), 'owner'],
        [w(orderLogColumnWords.cohort_date), order.cohort_date, 'cohort'],
      ]}
    />
  );
}

function PayerHistory({ detail: { order, payer, history }, onPayer, onOrder }: SectionsProps) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  return (
    <>
      <Facts
        facts={[
          [
            w(orderLogColumnWords.user_key),
            <button key="payer" type="button" className="ads-link-button" onClick={() => onPayer(order.user_key)}>
              {order.user_key}
            </button>,
            'user',
          ],
          [t('allOrders.acquired'), payer && format.instant(payer.acquired_at), 'acquired'],
          [t('allOrders.origin'), payer && t(payer.is_reacq ? 'allOrders.reacquired' : 'allOrders.new'), 'origin'],
          [t('allOrders.paidOrders'), payer && format.number(payer.orders), 'orders'],
          [t('allOrders.paidTotal'), payer && format.money(payer.total_usd, 'USD'), 'total'],
        ]}
      />
      <table className="ads-order-history">
        <thead>
          <tr>
            <th scope="col">{w(orderLogColumnWords.ordered_at)}</th>
            <th scope="col">{w(orderLogColumnWords.order_no)}</th>
            <th scope="col">{w(orderLogColumnWords.order_type)}</th>
            <th scope="col">{w(orderLogColumnWords.amount)}</th>
            <th scope="col">{w(orderLogColumnWords.day_n)}</th>
            <th scope="col">{w(orderLogColumnWords.status)}</th>
          </tr>
        </thead>
        <tbody>
          {history.map(({ id, order_no, ordered_at, order_type, amount, currency, day_n, status }) => (
            <tr key={id} aria-current={id === order.id ? 'true' : undefined}>
              <td className="ads-numbers">{format.instant(ordered_at)}</td>
              <td>
                {id === order.id ? (
                  order_no
                ) : (
                  <button type="button" className="ads-link-button" onClick={() => onOrder({ id, name: order_no })}>
                    {order_no}
                  </button>
                )}
              </td>
              <td>{w(orderTypeWords[order_type])}</td>
              <td className="ads-numbers">{format.money(amount, currency)}</td>
              <td className="ads-numbers">{day_n === null ? DASH : `D${day_n}`}</td>
              <td>
                <OrderStatusTag status={status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
