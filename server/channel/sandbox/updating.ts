import type { EntityPatch, Level, Tok } from '../ad-platform.ts';
import { requireCountries, requireName } from './creating.ts';
import { invalidParameter, missingObject, temporarilyBlocked } from './failures.ts';
import { requireOpen } from './media.ts';
import { countBudgetChange, requireBid, requireBudget } from './money-rules.ts';
import type { Operation } from './operation.ts';
import { enterAccount } from './permission.ts';
import { feedbackNow, planAppeal } from './review.ts';
import type { AccountTable, CampaignTable, GroupTable } from './tables.ts';
import { WRITE } from './throttle.ts';

export const tableOf = { campaign: 'sbx_campaign', ad_group: 'sbx_group', ad: 'sbx_ad' } as const;
const levelNames = { campaign: 'campaign', ad_group: 'ad group', ad: 'ad' } as const;

/** Fields that can be updated on each level; all others are fixed at creation. */
const updatableFields: Readonly<Record<Level, readonly (keyof EntityPatch)[]>> = {
  campaign: ['status', 'name', 'daily_budget', 'lifetime_budget', 'end_time'],
  ad_group: ['status', 'name', 'daily_budget', 'lifetime_budget', 'bid_amount', 'end_time', 'targeting'],
  ad: ['status', 'name', 'appeal'],
};

function requireFields(level: Level, patch: EntityPatch): void {
  const fields = (Object.keys(patch) as (keyof EntityPatch)[]).filter((field) => patch[field] !== undefined);
  if (fields.length === 0) throw invalidParameter('Nothing is to be changed.');
  const unsupported = fields.find((field) => !updatableFields[level].includes(field));
  if (unsupported !== undefined) throw invalidParameter(`${unsupported} cannot be changed on this level.`);
}

function requireTransition(from: string, patch: EntityPatch, account: AccountTable): void {
  const to = patch.status;
  if (from === 'DELETED') throw missingObject('object');
  if (from === 'ARCHIVED' && to !== 'DELETED') throw invalidParameter('What was archived can only be deleted.');
  if (to === 'ACTIVE' && ![1, 8, 9].includes(account.account_status)) throw temporarilyBlocked('The ad account cannot deliver.');
}

type ObjectWithBudget = Pick<CampaignTable | GroupTable, 'id' | 'daily_budget' | 'lifetime_budget'>;

async function changeBudget(
  operation: Operation,
  account: AccountTable,
  object: ObjectWithBudget,
  strategy: string | null,
  patch: EntityPatch,
) {
  const { daily_budget, lifetime_budget } = patch;
  if (daily_budget === undefined && lifetime_budget === undefined) return {};
  const isUnset = (wanted: number | undefined, is: number | null) => wanted !== undefined && is === null;
  if (isUnset(daily_budget, object.daily_budget) || isUnset(lifetime_budget, object.lifetime_budget)) {
    throw invalidParameter('Where the budget lies, and whether it is for a day, was fixed when the object was made.');
  }
  const budgets = {
    daily_budget: daily_budget ?? object.daily_budget,
    lifetime_budget: lifetime_budget ?? object.lifetime_budget,
  };
  requireBudget(budgets, strategy, account.min_daily_budget);
  if (lifetime_budget !== undefined) {
    const spent = await loadSpend(operation, object.id);
    if (lifetime_budget < spent) throw invalidParameter('The lifetime budget is less than what was spent.', 1885272);
  }
  await countBudgetChange(operation, object.id);
  return budgets;
}

const loadSpend = async ({ db }: Operation, id: string): Promise<number> => {
  const { spent } = await db
    .selectFrom('sbx_hour as h')
    .innerJoin('sbx_ad as a', 'a.id', 'h.ad_id')
    .select(({ fn }) => fn.sum<string | null>('h.spend').as('spent'))
    .where((eb) => eb.or([eb('a.campaign_id', '=', id), eb('a.group_id', '=', id)]))
    .executeTakeFirstOrThrow();
  return Number(spent ?? 0);
};

/** Updates an object; deleting it deletes everything below it. */
export async function update(operation: Operation, t: Tok, accountId: string, level: Level, id: string, patch: EntityPatch): Promise<void> {
  const { db, now } = operation;
  const account = await enterAccount(operation, t, accountId, { cost: WRITE, scopes: ['ads_management'] });
  const place = await db
    .selectFrom(tableOf[level])
    .select('account_id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (place === undefined) throw missingObject(levelNames[level]);
  requireFields(level, patch);
  if (patch.name !== undefined) requireName(patch.name);
  const isEnding = patch.status === 'PAUSED' || patch.status === 'ARCHIVED' || patch.status === 'DELETED';
  if (!isEnding) requireOpen(account);
  const { status, name, end_time } = patch;
  const common = { ...(status === undefined ? {} : { status }), ...(name === undefined ? {} : { name }), updated_at: now };
  const { status: currentStatus } = await db.selectFrom(tableOf[level]).select('status').where('id', '=', id).executeTakeFirstOrThrow();
  requireTransition(currentStatus, patch, account);
  if (end_time !== undefined && end_time <= now) throw invalidParameter('The end lies in the past.');
  if (level === 'campaign') {
    const campaign = await db.selectFrom('sbx_campaign').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const budgets = await changeBudget(operation, account, campaign, campaign.bid_strategy, patch);
    await db
      .updateTable('sbx_campaign')
      .set({ ...common, ...budgets, ...(end_time === undefined ? {} : { stop_at: end_time }) })
      .where('id', '=', id)
      .execute();
  } else if (level === 'ad_group') {
    await updateGroup(operation, account, id, patch, common);
  } else {
    const appeal = patch.appeal === undefined ? {} : await appealAd(operation, id);
    await db
      .updateTable('sbx_ad')
      .set({ ...common, ...appeal })
      .where('id', '=', id)
      .execute();
  }
  if (status === 'DELETED') await deleteBelow(operation, level, id);
}

async function updateGroup(
  operation: Operation,
  account: AccountTable,
  id: string,
  patch: EntityPatch,
  common: { updated_at: Date },
): Promise<void> {
  const { db } = operation;
  const { bid_amount, end_time, targeting } = patch;
  const group = await db
    .selectFrom('sbx_group as g')
    .innerJoin('sbx_campaign as c', 'c.id', 'g.campaign_id')
    .selectAll('g')
    .select('c.bid_strategy')
    .where('g.id', '=', id)
    .executeTakeFirstOrThrow();
  if (bid_amount !== undefined) requireBid(group.bid_strategy, bid_amount, group.roas_floor_bp);
  const budgets = await changeBudget(operation, account, group, group.bid_strategy, patch);
  await db
    .updateTable('sbx_group')
    .set({
      ...common,
      ...budgets,
      ...(bid_amount === undefined ? {} : { bid_amount }),
      ...(end_time === undefined ? {} : { end_at: end_time }),
      ...(targeting === undefined ? {} : { targeting: JSON.stringify(targeting), country: requireCountries(targeting) }),
    })
    .where('id', '=', id)
    .execute();
}

/** Accepts the appeal against a rejected ad, once. */
async function appealAd({ db, now, seed }: Operation, id: string) {
  const ad = await db.selectFrom('sbx_ad').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (ad.review_at > now || feedbackNow(ad, now) === null) throw invalidParameter('Only a rejected ad can be appealed.');
  if (ad.appeal_decided_at !== null) throw invalidParameter('The rejection of this ad was appealed before.');
  return planAppeal(seed, ad, now);
}

async function deleteBelow({ db, now }: Operation, level: Level, id: string): Promise<void> {
  const deleted = { status: 'DELETED' as const, updated_at: now };
  if (level === 'campaign') {
    await db.updateTable('sbx_group').set(deleted).where('campaign_id', '=', id).where('status', '<>', 'DELETED').execute();
    await db.updateTable('sbx_ad').set(deleted).where('campaign_id', '=', id).where('status', '<>', 'DELETED').execute();
  }
  if (level === 'ad_group')
    await db.updateTable('sbx_ad').set(deleted).where('group_id', '=', id).where('status', '<>', 'DELETED').execute();
}
