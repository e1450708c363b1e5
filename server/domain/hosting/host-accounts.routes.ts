import { sql } from 'kysely';
import { setEntityStatuses } from '#contracts/endpoints/ad-entities.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as hosting from '#contracts/endpoints/host-accounts.ts';
import { handOverAccount, statusBatch } from '../ads/index.ts';
import { assetVisible, isAuthorised, refuseNoGrant } from '../assets/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { requireCreator } from '../content/index.ts';
import { loadFreshnessIfPulled, toListFreshness } from '../insights/index.ts';
import { accessRefusal, changesBetween, versionConflict } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import * as repository from './host-accounts.repository.ts';
import { canMoveHostState, isRun } from './hosting.rules.ts';
import { bindRules, loadBindableRules } from './rule-binding.ts';

const HOST_ACCOUNT = 'host_account';
const PAGE = '/operation/account';
/** Objects of one batch. */
const CAMPAIGNS_PER_BATCH = 500;

const trimToNull = (text: string | null | undefined): string | null => text?.trim() || null;

async function requireRow(context: CallContext, id: number) {
  const found = await repository.findHostAccount(context.db, context, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return found;
}

/** Locks a hosted account as the caller read it; refuses one that has ended. */
async function lockCurrent(context: CallContext, { id, version }: { id: number; version: number }) {
  const found = await repository.lockHostAccount(context.db, context, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  if (found.version !== version) throw await versionConflict(context, HOST_ACCOUNT, await requireRow(context, id));
  if (found.state === 'ended') throw refuse('STATE_ENDED');
  return found;
}

function requirePeriod({ start_at, end_at }: Pick<repository.HostTerms, 'start_at' | 'end_at'>): void {
  if (end_at !== null && end_at <= start_at) throw refuseField('end_at', 'range');
}

/** Locks an account of usage host that the caller sees. */
async function requireHostable({ db, caller }: CallContext, id: number): Promise<{ name: string; personal_account_id: number }> {
  const visible = assetVisible(caller, 'ad_account', { id: sql.ref('t.id'), authoriser: sql.ref('t.personal_account_id') });
  const found = await sql<{ name: string; personal_account_id: number }>`
    select t.name, t.personal_account_id from ad_account t
    where t.id = ${id} and t.deleted_at is null and t.usage = 'host' and ${visible} for no key update of t`.execute(db);
  const account = found.rows[0];
  if (account === undefined) throw refuseField('ad_account_id', 'exists');
  return account;
}

async function createHostAccount(context: CallContext, request: RequestOf<typeof hosting.createHostAccount>) {
  const { db, now } = context;
  const { ad_account_id, operator_user_id } = request;
  const account = await requireHostable(context, ad_account_id);
  await requireCreator(context, operator_user_id, 'operator_user_id');
  const terms: repository.HostTerms = {
    operator_user_id,
    auto_level: request.auto_level,
    daily_cap: request.daily_cap ?? null,
    target_roi_bp: request.target_roi_bp ?? null,
    start_at: new Date(request.start_at),
    end_at: request.end_at ? new Date(request.end_at) : null,
    consent_at: request.consent ? now : null,
    consent_note: trimToNull(request.consent_note),
    remark: trimToNull(request.remark),
  };
  requirePeriod(terms);
  const made = await repository.insertHostAccount(db, { ...terms, ad_account_id, personal_account_id: account.personal_account_id }, now);
  if (made === undefined) throw refuse('DUPLICATE', { field: 'ad_account_id' });
  context.audit({ targetType: HOST_ACCOUNT, targetId: made.id, targetLabel: account.name, summary: account.name, after: terms });
  return await requireRow(context, made.id);
}

const toDate = (text: string | null | undefined): Date | null | undefined => (text ? new Date(text) : text === null ? null : undefined);

async function editHostAccount(context: CallContext, request: RequestOf<typeof hosting.editHostAccount>) {
  const { db, now, caller } = context;
  const before = await lockCurrent(context, request);
  const { operator_user_id, start_at, end_at } = request;
  if (operator_user_id !== undefined && operator_user_id !== before.operator_user_id) {
    await requireCreator(context, operator_user_id, 'operator_user_id');
  }
  const after: repository.HostTerms = {
    operator_user_id: operator_user_id ?? before.operator_user_id,
    auto_level: request.auto_level ?? before.auto_level,
    daily_cap: request.daily_cap === undefined ? before.daily_cap : request.daily_cap,
    target_roi_bp: request.target_roi_bp === undefined ? before.target_roi_bp : request.target_roi_bp,
    start_at: start_at === undefined ? before.start_at : new Date(start_at),
    end_at: toDate(end_at) === undefined ? before.end_at : (toDate(end_at) ?? null),
    consent_at: before.consent_at ?? (request.consent ? now : null),
    consent_note: request.consent_note === undefined ? before.consent_note : trimToNull(request.consent_note),
    remark: request.remark === undefined ? before.remark : trimToNull(request.remark),
  };
  requirePeriod(after);
  const changes = changesBetween<repository.HostTerms>(before, after);
  if (changes === null) {
    context.unchanged();
    return await requireRow(context, before.id);
  }
  await repository.updateHostAccount(db, before.id, changes.after, now);
  if (changes.after.operator_user_id !== undefined && isRun(before.state)) {
    await handOverAccount(db, { accountId: before.ad_account_id, to: after.operator_user_id, by: caller.userId }, now);
  }
  context.audit({
    targetType: HOST_ACCOUNT,
    targetId: before.id,
    targetLabel: before.name,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return await requireRow(context, before.id);
}

/** Refuses with PLATFORM_AUTH unless the authorisation of the account lets us manage it. Returns the person who authorised it. */
async function requireAuthorised({ db, now }: CallContext, accountId: number): Promise<number> {
  const found = await sql<{ id: number; name: string; authorised: boolean }>`
    select p.id, p.name, ${isAuthorised('p', now)} as authorised
    from ad_account t join personal_account p on p.id = t.personal_account_id where t.id = ${accountId} and t.deleted_at is null`.execute(
    db,
  );
  const person = found.rows[0];
  if (person === undefined) throw refuse('NOT_FOUND');
  if (!person.authorised) throw refuseNoGrant(person);
  return person.id;
}

async function findRunningCampaigns({ db, caller }: CallContext, id: number): Promise<{ id: number; name: string }[]> {
  const found = await sql<{ id: number; name: string }>`
    select xc.id, xc.name from host_account h join campaign xc on ${repository.isRunningCampaign(caller)} where h.id = ${id} order by xc.id`.execute(
    db,
  );
  return found.rows;
}

/** Orders batches that turn off the running campaigns of the account that the caller may turn off. */
async function closeCampaigns(context: CallContext, id: number): Promise<number[]> {
  const refused = accessRefusal(setEntityStatuses, context.caller);
  if (refused !== null) throw refuse(refused);
  const campaigns = await findRunningCampaigns(context, id);
  const { length } = campaigns;
  const ids: number[] = [];
  for (let at = 0; at < length; at += CAMPAIGNS_PER_BATCH) {
    const part = campaigns.slice(at, at + CAMPAIGNS_PER_BATCH);
    const { batch_id } = await context.batches.start(context, {
      type: statusBatch.type,
      action: hosting.setHostState.path,
      origin: PAGE,
      level: 'campaign',
      params: { to: 'PAUSED' },
      summary: { zh: `关闭 ${part.length} 个广告系列`, en: `Turn off ${part.length} campaign${part.length === 1 ? '' : 's'}` },
      items: part.map(({ id, name }) => ({ targetType: 'campaign', targetId: id, label: name })),
    });
    ids.push(batch_id);
  }
  return ids;
}

async function setHostState(context: CallContext, request: RequestOf<typeof hosting.setHostState>) {
  const { db, now, caller } = context;
  const { state, close_campaigns: isClosing = false } = request;
  const before = await lockCurrent(context, request);
  if (isClosing && state !== 'ended') throw refuseField('close_campaigns', 'enum');
  if (before.state === state) {
    context.unchanged();
    return { row: await requireRow(context, before.id), batch_ids: [] };
  }
  if (!canMoveHostState(before.state, state)) throw refuseField('state', 'enum');
  if (state === 'hosting') {
    if (before.consent_at === null) throw refuseField('state', 'consent');
    if (before.end_at !== null && before.end_at <= now) throw refuseField('end_at', 'range');
    await requireAuthorised(context, before.ad_account_id);
    await handOverAccount(db, { accountId: before.ad_account_id, to: before.operator_user_id, by: caller.userId }, now);
  }
  const ending = { start_at: before.start_at < now ? before.start_at : now, end_at: now, capped_on: null };
  await repository.updateHostAccount(db, before.id, { state, paused_by_authoriser: false, ...(state === 'ended' && ending) }, now);
  context.audit({
    targetType: HOST_ACCOUNT,
    targetId: before.id,
    targetLabel: before.name,
    summary: { codes: [state] },
    before: { state: before.state },
    after: { state, ...(isClosing && { close_campaigns: true }) },
  });
  const batch_ids = isClosing ? await closeCampaigns(context, before.id) : [];
  return { row: await requireRow(context, before.id), batch_ids };
}

export const hostAccountCalls = [
  defineCall({
    endpoint: hosting.listHostAccounts,
    audit: 'read',
    async handle(context, { page = 1, page_size: limit = 20, ...query }) {
      const { db, now, language } = context;
      const [total, list, totals, accounts] = await Promise.all([
        repository.countHostAccounts(db, context, query),
        repository.loadHostAccountPage(db, context, { ...query, limit, offset: (page - 1) * limit }),
        repository.loadHostTotals(db, context, query),
        repository.findHostedAccounts(db, context, query),
      ]);
      const fresh = await loadFreshnessIfPulled(db, { days: repository.daysOfList(now), now }, accounts);
      return { list, total, page, page_size: limit, totals, ...toListFreshness(fresh, language) };
    },
  }),
  defineCall({ endpoint: hosting.createHostAccount, audit: 'write', subject: HOST_ACCOUNT, handle: createHostAccount }),
  defineCall({ endpoint: hosting.editHostAccount, audit: 'write', subject: HOST_ACCOUNT, handle: editHostAccount }),
  defineCall({ endpoint: hosting.setHostState, audit: 'write', subject: HOST_ACCOUNT, handle: setHostState }),
  defineCall({
    endpoint: hosting.bindableRules,
    audit: 'read',
    async handle(context, { id }) {
      await requireRow(context, id);
      return { list: await loadBindableRules(context, id) };
    },
  }),
  defineCall({
    endpoint: hosting.bindRules,
    audit: 'write',
    subject: HOST_ACCOUNT,
    async handle(context, { id, rule_ids }) {
      const account = await repository.lockHostAccount(context.db, context, id);
      if (account === undefined) throw refuse('NOT_FOUND');
      if (account.state === 'ended') throw refuse('STATE_ENDED');
      const changes = await bindRules(context, id, rule_ids);
      if (changes === null) context.unchanged();
      else context.audit({ targetType: HOST_ACCOUNT, targetId: id, targetLabel: account.name, summary: { codes: ['rules'] }, ...changes });
      return await requireRow(context, id);
    },
  }),
];
