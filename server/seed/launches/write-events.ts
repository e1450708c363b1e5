import { type Kysely, sql } from 'kysely';
import { uniform } from '#server/channel/sandbox/chance.ts';
import type { Database } from '#server/database/schema.ts';
import type { EventKind } from '#server/database/schema-launches.ts';
import type { LaunchedAd, LaunchedCampaign, LaunchedGroup } from './expand-plan.ts';
import type { SeededBatch } from './write-batches.ts';
import type { WrittenIds } from './write-entities.ts';

const HOUR = 3_600_000;

/** An event of an object. */
export interface SeededEvent {
  at: string;
  level: 'campaign' | 'ad_group' | 'ad';
  campaign_id: number;
  ad_group_id: number | null;
  ad_id: number | null;
  ad_account_id: number;
  owner_user_id: number | null;
  event: EventKind;
  actor_type: 'user' | 'platform' | 'super';
  actor_user_id: number | null;
  batch_id: number | null;
  before: object;
  after: object;
  reason: string | null;
  hours_running: number;
  /** Label of its batch item. */
  label: string;
}

const EMERGENCY_REASON = '素材侵权投诉，先停投核实';

type LaunchedEntity = LaunchedCampaign | LaunchedGroup | LaunchedAd;
const reasons = ['首日ROI低于目标', '消耗过快', '素材疲劳，换新', '测试结束', null, null, null] as const;

interface EventContext {
  seed: string;
  asOf: Date;
  campaign: LaunchedCampaign;
  level: SeededEvent['level'];
  one: LaunchedEntity;
  ids: Pick<SeededEvent, 'campaign_id' | 'ad_group_id' | 'ad_id'>;
  batch: number | null;
  isCopy: boolean;
}

function createEvent(context: EventContext, event: EventKind, at: number, more: Partial<SeededEvent> = {}): SeededEvent {
  const { campaign, level, one, ids } = context;
  const isBegin = event === 'publish' || event === 'copy' || event === 'open';
  return {
    at: new Date(at).toISOString(),
    level,
    ...ids,
    ad_account_id: campaign.account.id,
    owner_user_id: campaign.account.owner,
    event,
    actor_type: campaign.account.owner === null ? 'platform' : 'user',
    actor_user_id: campaign.account.owner,
    batch_id: null,
    before: {},
    after: {},
    reason: null,
    hours_running: isBegin ? 0 : Math.round(((at - one.createdAt.getTime()) / HOUR) * 10) / 10,
    label: one.name,
    ...more,
  };
}

const status = (before: string, after: string) => ({ before: { status: before }, after: { status: after } });

/** All events of one object, from its launch to its end. */
function createEntityEvents(context: EventContext): SeededEvent[] {
  const { seed, campaign, one, level, batch, isCopy } = context;
  const u = (name: string) => uniform(seed, one.tag, name);
  const events = [
    createEvent(context, isCopy ? 'copy' : 'publish', one.createdAt.getTime(), {
      batch_id: batch,
      after: { status: 'ACTIVE', name: one.name },
    }),
  ];
  if ('review' in one && one.review.at <= context.asOf) {
    events.push(
      createEvent(context, 'review', one.review.at.getTime(), {
        actor_type: 'platform',
        actor_user_id: null,
        before: { review: 'pending' },
        after: one.review.feedback === null ? { review: 'approved' } : { review: 'rejected', review_feedback: one.review.feedback },
      }),
    );
  }
  const reason = reasons[Math.floor(u('why') * reasons.length)] ?? null;
  if (one.closedAt !== null) events.push(createEvent(context, 'close', one.closedAt, { ...status('ACTIVE', 'PAUSED'), reason }));
  if (one.goneAt !== null && one.status === 'DELETED')
    events.push(createEvent(context, 'remove', one.goneAt, status(one.closedAt === null ? 'ACTIVE' : 'PAUSED', 'DELETED')));
  if (one.goneAt !== null && one.status === 'ARCHIVED')
    events.push(createEvent(context, 'archive', one.goneAt, status('PAUSED', 'ARCHIVED')));
  const daily = 'daily' in one ? one.daily : null;
  const end = Math.min(one.closedAt ?? context.asOf.getTime(), campaign.closedAt ?? context.asOf.getTime());
  if (daily !== null) {
    let amount = daily;
    const times = Math.floor(u('budgets') * 4.6);
    for (let time = times; time > 0; time--) {
      const at = one.createdAt.getTime() + ((end - one.createdAt.getTime()) * time) / (times + 1);
      const was = Math.round(amount / (uniform(seed, one.tag, 'budget', time) < 0.75 ? 1.2 : 0.8));
      events.push(createEvent(context, 'budget', at, { before: { daily_budget: was }, after: { daily_budget: amount } }));
      amount = was;
    }
  }
  if (level === 'campaign' && u('renamed') < 0.1) {
    const at = one.createdAt.getTime() + (end - one.createdAt.getTime()) * 0.4;
    events.push(createEvent(context, 'rename', at, { before: { name: one.name.replace(/_\d+$/, '') }, after: { name: one.name } }));
  }
  // Closed by hand and opened again within the hour.
  const slips = campaign.account.owner === null ? 0 : Math.floor(u('slips') * (level === 'ad' ? 1.75 : 3));
  for (let slip = 0; slip < slips; slip++) {
    const at = one.createdAt.getTime() + (end - one.createdAt.getTime()) * ((slip + 0.2 + 0.6 * u(`slip ${slip}`)) / slips);
    events.push(
      createEvent(context, 'close', at, status('ACTIVE', 'PAUSED')),
      createEvent(context, 'open', at + 9 * 60_000, status('PAUSED', 'ACTIVE')),
    );
  }
  return events;
}

/** All events in order of time. */
export function createEvents(
  seed: string,
  asOf: Date,
  launched: readonly LaunchedCampaign[],
  ids: WrittenIds,
  launchOf: (campaign: LaunchedCampaign) => { batch: number | null; isCopy: boolean },
): SeededEvent[] {
  const all = launched.flatMap((campaign) => {
    const campaign_id = ids.campaigns.get(campaign.tag) ?? 0;
    const base = { seed, asOf, campaign, ...launchOf(campaign) };
    const top = { campaign_id, ad_group_id: null, ad_id: null };
    return [
      ...createEntityEvents({ ...base, level: 'campaign', one: campaign, ids: top }),
      ...campaign.groups.flatMap((group) => {
        const ad_group_id = ids.groups.get(group.tag) ?? 0;
        return [
          ...createEntityEvents({ ...base, level: 'ad_group', one: group, ids: { ...top, ad_group_id } }),
          ...group.ads.flatMap((ad) =>
            createEntityEvents({ ...base, level: 'ad', one: ad, ids: { ...top, ad_group_id, ad_id: ids.ads.get(ad.tag) ?? 0 } }),
          ),
        ];
      }),
    ];
  });
  return all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** The newest turn-off of a campaign with an owner becomes one that the super admin ordered in an emergency. */
export function findEmergency(events: readonly SeededEvent[], superAdmin: number): { event: SeededEvent; batch: SeededBatch } | undefined {
  const isOpenedLater = (closing: SeededEvent) =>
    events.some(
      ({ event, level, campaign_id, at }) =>
        event === 'open' && level === 'campaign' && campaign_id === closing.campaign_id && at > closing.at,
    );
  const event = events.findLast(
    (one) =>
      one.event === 'close' && one.level === 'campaign' && one.owner_user_id !== null && one.batch_id === null && !isOpenedLater(one),
  );
  if (event === undefined) return undefined;
  Object.assign(event, { actor_type: 'super', actor_user_id: superAdmin, reason: EMERGENCY_REASON } satisfies Partial<SeededEvent>);
  const { campaign_id: id, label, before, after } = event;
  return {
    event,
    batch: {
      type: 'emergency_close',
      level: 'campaign',
      user: superAdmin,
      origin: '/admin/advertising/campaign',
      action: '/admin-entities/close',
      summary: { zh: '紧急关闭 1 个广告系列', en: 'Emergency turn-off of 1 campaign' },
      params: { by: 'super' },
      scheme: null,
      at: new Date(event.at),
      items: [{ target: 'campaign', id, label, params: {}, parent: null, lane: null, before, after }],
    },
  };
}

const actions = { close: 'batch_status', budget: 'batch_budget', remove: 'batch_remove' } as const;
const types = { close: 'status', budget: 'budget', remove: 'remove' } as const;
const words = {
  close: { zh: '关闭', en: 'Turn off' },
  budget: { zh: '改预算', en: 'Change budget of' },
  remove: { zh: '删除', en: 'Delete' },
} as const;

/** Groups changes of one kind, level and user in the same hour into batches, the largest groups first. */
export function groupIntoBatches(events: readonly SeededEvent[], max: number): { batch: SeededBatch; events: SeededEvent[] }[] {
  const found: { batch: SeededBatch; events: SeededEvent[] }[] = [];
  const groups = new Map<string, SeededEvent[]>();
  for (const one of events) {
    if (!(one.event in actions) || one.actor_user_id === null || one.batch_id !== null) continue;
    const key = `${one.event} ${one.level} ${one.actor_user_id} ${one.at.slice(0, 13)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  for (const some of [...groups.values()].toSorted((a, b) => b.length - a.length).slice(0, max)) {
    const [first] = some;
    if (first === undefined || first.actor_user_id === null) continue;
    const kind = first.event as keyof typeof actions;
    found.push({
      events: some,
      batch: {
        type: types[kind],
        level: first.level,
        user: first.actor_user_id,
        origin: '/advertising/start',
        action: `/ad-entities/${actions[kind]}`,
        summary: { zh: `${words[kind].zh} ${some.length} 项`, en: `${words[kind].en} ${some.length}` },
        params: kind === 'close' ? { to: 'PAUSED' } : kind === 'remove' ? { force: false } : { mode: 'inc_pct', value: 20 },
        scheme: null,
        at: new Date(first.at),
        items: some.map((one) => ({
          target: one.level,
          id: one.ad_id ?? one.ad_group_id ?? one.campaign_id,
          label: one.label,
          params: {},
          parent: null,
          lane: null,
          before: one.before,
          after: one.after,
        })),
      },
    });
  }
  return found.toSorted((a, b) => a.batch.at.getTime() - b.batch.at.getTime());
}

/** Writes events with the figures of their day. */
export async function insertEvents(db: Kysely<Database>, events: readonly SeededEvent[]): Promise<void> {
  await sql`
    insert into ad_event (at, level, campaign_id, ad_group_id, ad_id, ad_account_id, owner_user_id, event, actor_type, actor_user_id, batch_id,
      before, after, reason, snapshot)
    select r.at, r.level, r.campaign_id, r.ad_group_id, r.ad_id, r.ad_account_id, r.owner_user_id, r.event, r.actor_type, r.actor_user_id,
      r.batch_id, r.before, r.after, r.reason,
      jsonb_build_object('spend_usd', coalesce(f.spend_usd, 0), 'orders', coalesce(f.orders, 0),
        'roi', round(f.revenue_usd / nullif(f.spend_usd, 0), 6), 'roi_d0', round(f.rev_d0 / nullif(f.spend_usd, 0), 6),
        'hours_running', r.hours_running)
    from jsonb_to_recordset(${JSON.stringify(events.map((one, n) => ({ n, ...one })))}::jsonb) as r(n int, at timestamptz, level text,
      campaign_id bigint, ad_group_id bigint, ad_id bigint, ad_account_id bigint, owner_user_id bigint, event text, actor_type text,
      actor_user_id bigint, batch_id bigint, before jsonb, after jsonb, reason text, hours_running numeric)
    join ad_account a on a.id = r.ad_account_id
    left join lateral (
      select sum(i.spend_usd) as spend_usd, sum(i.orders) as orders, sum(i.revenue_usd) as revenue_usd, sum(i.rev_d0) as rev_d0
      from insight_daily i where i.campaign_id = r.campaign_id and i.stat_date = (r.at at time zone a.timezone_name)::date
        and (r.ad_group_id is null or i.ad_group_id = r.ad_group_id) and (r.ad_id is null or i.ad_id = r.ad_id)
    ) f on true
    order by r.n`.execute(db);
}
