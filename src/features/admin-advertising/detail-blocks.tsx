import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { AdminEntityDetail } from '#contracts/endpoints/admin-entities.ts';
import type { PixelEventRow } from '#contracts/endpoints/pixel-analysis.ts';
import { launchColumnWords } from '#contracts/vocabulary/launch-filters.ts';
import { orderColumnWords } from '#contracts/vocabulary/order-list.ts';
import { orderStatusWords, orderTypeWords } from '#contracts/vocabulary/orders.ts';
import { pixelEventColumnWords } from '#contracts/vocabulary/pixel-events.ts';
import { eventSourceWords, pixelEventNames, pixelEventWords } from '#contracts/vocabulary/pixels.ts';
import type { EntityOrder, entityOrders, entityPixelEvents, entityRaw } from '#machines/admin-advertising/ad-details.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { Facts, LearningCell, METRICS_AT, useLaunchWords } from '#src/parts/launches/index.ts';
import { useListMetrics } from '#src/parts/reports/index.ts';
import { KeysetFooter } from '#src/ui/list/pager.tsx';
import { useLog } from '#src/ui/list/use-log.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { EmptyBlock, ErrorBlock, LoadingBlock, Remark } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';

/** The cards of an object. */
const CARDS = ['spend', 'revenue', 'profit', 'roi', 'roi_d0', 'new_users', 'first_payers', 'cost_per_payer'] as const;
const toFigures = ({ campaign, ad_group, ad }: AdminEntityDetail) => campaign ?? ad_group ?? ad ?? { m: {} };

/** The figures of the last seven days. */
export function DetailFigures({ entity }: { entity: AdminEntityDetail }) {
  const t = useText();
  const metrics = useListMetrics<AdminEntityDetail>({ getFigures: toFigures, keys: METRICS_AT[entity.level], usual: CARDS });
  return (
    <dl className="ads-ad-cards">
      {CARDS.map((key) => (
        <div key={key}>
          <dt>{t(`metric.${key}`)}</dt>
          <dd>{metrics.totalOf(key, toFigures(entity))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Targeting, bid, budget, schedule and pixel: its own, or those of the objects above it. */
export function Settings({ entity }: { entity: AdminEntityDetail }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const words = useLaunchWords();
  const campaign = entity.campaign ?? entity.above.campaign;
  const group = entity.ad_group ?? entity.above.ad_group;
  const budgeted = group && group.budget_mode !== null ? group : campaign;
  const money = (value: number | null | undefined) =>
    value === null || value === undefined || !budgeted ? null : format.money(value, budgeted.account.currency);
  const instant = (at: string | null | undefined) => (at ? format.instant(at) : null);
  const targeting = Object.entries(group?.targeting ?? {}).filter(([key, value]) => key !== 'countries' && value !== null);
  return (
    <Facts
      facts={[
        [w(launchColumnWords.bid_strategy), campaign ? words.bidStrategy(campaign.bid_strategy) : null],
        [t('launches.dailyBudget'), money(budgeted?.daily_budget)],
        [t('launches.lifetimeBudget'), money(budgeted?.lifetime_budget)],
        [w(launchColumnWords.spent_pct), format.percent(budgeted?.spent_pct ?? null)],
        ...(group
          ? ([
              [t('launches.bid'), money(group.bid_amount)],
              [w(launchColumnWords.countries), group.countries.map(words.country).join(', ')],
              [w(launchColumnWords.optimization_goal), words.goal(group.optimization_goal)],
              [w(launchColumnWords.pixel), group.pixel?.label ?? null],
            ] as const)
          : []),
        entity.ad_group && [
          w(launchColumnWords.learning_stage),
          <LearningCell key="learning" stage={entity.ad_group.learning_stage} events={entity.ad_group.learning_events} />,
        ],
        [w(launchColumnWords.start_at), instant(group?.start_at ?? campaign?.start_at)],
        [w(launchColumnWords.end_at), instant(group?.end_at ?? campaign?.stop_at)],
        ...targeting.map(([key, value]) => {
          const word = TARGETING[key];
          const gender = key === 'genders' && typeof value === 'string' ? GENDERS[value] : undefined;
          const told = gender ? t(gender) : typeof value === 'string' ? value : JSON.stringify(value);
          return [word ? t(word) : key, told] as const;
        }),
      ]}
    />
  );
}

/** The words of the audience's parts; what the channel adds beyond them keeps its own name. */
const TARGETING: Partial<Record<string, MessageId>> = {
  age_min: 'launches.edit.ageMin',
  age_max: 'launches.edit.ageMax',
  genders: 'launches.edit.genders',
  interests: 'launches.edit.interests',
  locales: 'launches.edit.locales',
};

const GENDERS: Partial<Record<string, MessageId>> = {
  all: 'launches.edit.genders.all',
  female: 'launches.edit.genders.female',
  male: 'launches.edit.genders.male',
};

const ORDERS = '/admin/order/list';

/** Its newest orders. */
export function EntityOrders({ orders }: { orders: ActorRefFrom<typeof entityOrders> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { answer, busy, failure, refresh } = useDetail(orders);
  const canOpenOrders = useViewer().canOpen(ORDERS);
  const columns = useMemo((): Column<EntityOrder>[] => {
    const title = (key: keyof typeof orderColumnWords) => ({ key, title: w(orderColumnWords[key]) });
    return [
      {
        ...title('order_no'),
        width: 212,
        render: ({ id, order_no }) =>
          canOpenOrders ? (
            <NameText text={order_no} to={`${ORDERS}?id=${id}`} />
          ) : (
            <CopyText text={order_no} label={w(orderColumnWords.order_no)} />
          ),
      },
      { ...title('paid_at'), width: 152, render: ({ paid_at }) => <span className="ads-numbers">{format.instant(paid_at)}</span> },
      { ...title('status'), width: 112, render: ({ status }) => w(orderStatusWords[status]) },
      { ...title('order_type'), width: 104, render: ({ order_type }) => w(orderTypeWords[order_type]) },
      { ...title('amount'), width: 112, align: 'right', render: ({ amount, currency }) => format.money(amount, currency) },
      { ...title('amount_usd'), width: 112, align: 'right', render: ({ amount_usd }) => format.money(amount_usd, 'USD') },
      { ...title('country'), width: 88, render: ({ country }) => country },
      { ...title('ad'), width: 200, render: ({ ad }) => <NameText text={ad?.label ?? DASH} /> },
    ];
  }, [w, format, canOpenOrders]);
  return (
    <>
      {answer && (
        <p className="ads-quiet">{t('adminAds.ordersShown', { shown: answer.rows.length, total: format.number(answer.total) })}</p>
      )}
      <DataTable<EntityOrder>
        label={t('adminAds.orders')}
        columns={columns}
        rows={answer?.rows}
        rowKey={({ id }) => id}
        rowName={({ order_no }) => order_no}
        busy={busy}
        failure={failure}
        onRetry={refresh}
        empty={{ text: t('adminAds.noOrders') }}
      />
    </>
  );
}

/** The pixel events attributed to it. */
export function EntityPixelEvents({ events }: { events: ActorRefFrom<typeof entityPixelEvents> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { table, footer } = useLog(events);
  const columns = useMemo((): Column<PixelEventRow>[] => {
    const title = (key: keyof typeof pixelEventColumnWords) => ({ key, title: w(pixelEventColumnWords[key]) });
    const nameOf = (name: string) => {
      const known = pixelEventNames.find((one) => one === name);
      return known ? w(pixelEventWords[known]) : name;
    };
    return [
      { ...title('event_time'), width: 160, render: ({ event_time }) => <span className="ads-numbers">{format.instant(event_time)}</span> },
      { ...title('event_name'), width: 136, render: ({ event_name }) => nameOf(event_name) },
      { ...title('source'), width: 92, render: ({ source }) => w(eventSourceWords[source]) },
      { ...title('count'), width: 84, align: 'right', render: ({ count }) => format.number(count) },
      { ...title('value'), width: 112, align: 'right', render: ({ value, currency }) => format.money(value, currency ?? 'USD') },
      { ...title('order_no'), width: 190, render: ({ order_no }) => order_no ?? DASH },
      { ...title('ad'), width: 200, render: ({ ad }) => <NameText text={ad?.label ?? DASH} /> },
    ];
  }, [w, format]);
  return (
    <>
      <DataTable<PixelEventRow>
        {...table}
        label={t('adminAds.pixelEvents')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ event_name, event_time }) => `${event_name} ${format.instant(event_time)}`}
        empty={{ text: t('adminAds.noPixelEvents') }}
      />
      {footer && <KeysetFooter {...footer} />}
    </>
  );
}

/** The object as the channel had it, as JSON with secrets masked. */
export function RawObject({ raw }: { raw: ActorRefFrom<typeof entityRaw> }) {
  const t = useText();
  const format = useFormat();
  const { answer, failure, refresh } = useDetail(raw);
  if (failure) return <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />;
  if (!answer) return <LoadingBlock />;
  const { body, synced_at, is_missing } = answer;
  return (
    <>
      {is_missing && <Remark kind="warn" title={t('adminAds.rawMissing')} />}
      {body === null || synced_at === null ? (
        !is_missing && <EmptyBlock text={t('adminAds.rawNever')} />
      ) : (
        <>
          <p className="ads-quiet">{t('adminAds.rawAt', { at: format.instant(synced_at) })}</p>
          <pre className="ads-ad-raw">{JSON.stringify(body, null, 2)}</pre>
        </>
      )}
    </>
  );
}
