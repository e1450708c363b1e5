import { campaignEvent } from '#contracts/states/states.ts';
import { refLike } from './asset-rows.ts';
import { instant, integer, number, string } from './matching.ts';

/** One event by a person and one by a rule. */
export const happening = (event: 'close' | 'remove') => [
  campaignEvent({ id: 401, campaign_id: 91, event, by: 11, rule_id: null, reason: '亏损' }),
  campaignEvent({ id: 400, campaign_id: 91, event, by: null, rule_id: 7, reason: '亏损' }),
];

/** An event of the campaign. */
export const happened = {
  id: 401,
  at: '2026-11-20T08:00:00.000Z',
  level: 'campaign',
  entity: { id: 91, label: '替身新娘 US' },
  campaign: { id: 91, label: '替身新娘 US' },
  account: { id: 55, label: 'Galaxy US' },
  currency: 'USD',
  content: { id: 51, label: '替身新娘' },
  owner: { id: 11, label: '林管理' },
  event: 'close',
  actor_type: 'user',
  actor: { id: 11, label: '林管理' },
  rule: null,
  batch_id: null,
  before: { status: 'ACTIVE' },
  after: { status: 'PAUSED' },
  reason: '亏损',
  snapshot: { spend_usd: 1_200, orders: 2, roi: 0.5, roi_d0: 0.4, hours_running: 6 },
};
export const happenedLike = {
  ...happened,
  id: integer(401),
  at: instant(happened.at),
  entity: refLike(happened.entity),
  campaign: refLike(happened.campaign),
  account: refLike(happened.account),
  currency: string('USD'),
  content: refLike(happened.content),
  owner: refLike(happened.owner),
  actor: refLike(happened.actor),
  before: { status: string('ACTIVE') },
  after: { status: string('PAUSED') },
  reason: string('亏损'),
  snapshot: { spend_usd: number(1_200), orders: number(2), roi: number(0.5), roi_d0: number(0.4), hours_running: number(6) },
};

const byRule = { actor_type: 'rule', actor: null, rule: { id: 7, label: '#7' } };
export const happenedByRule = { ...happened, ...byRule, id: 400 };
export const happenedByRuleLike = { ...happenedLike, ...byRule, id: integer(400), rule: refLike(byRule.rule) };
