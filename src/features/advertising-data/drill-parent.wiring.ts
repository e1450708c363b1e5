import type { DrillParent, DrillPlace, Named } from '#machines/advertising-data/drill-parts.machine.ts';
import { type DrillFilters, isComparable } from '#machines/advertising-data/drill-query.ts';
import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import { simpleAdAccounts } from '#src/services/ad-accounts.service.ts';
import { ApiError } from '#src/services/api-error.ts';
import { entityDetail } from '#src/services/launches.service.ts';
import { simpleUsers } from '#src/services/users.service.ts';
import { rowAbove } from './drill-calls.wiring.ts';

type Query = ReportQuery<DrillFilters>;
type Row = Awaited<ReturnType<typeof rowAbove>>;

const nobody: DrillParent = { missing: false, names: {}, figures: undefined, isHosted: false, publishing: undefined, isEmpty: false };
const missing: DrillParent = { ...nobody, missing: true };

const figuresOf = (row: Row, { filters }: Query) => (row && isComparable(filters) ? row.m : undefined);

const named = (value: { id: number | string; label: string } | undefined): Named | undefined =>
  value && { id: Number(value.id), name: value.label };

/** The user in the filters; null for an unknown id, undefined without one. */
async function personOf({ filters }: Query, row: Row, signal: AbortSignal): Promise<Named | null | undefined> {
  const [id, ...others] = filters.user_id ?? [];
  if (filters.unowned) return named(row?.dims.user) ?? { id: 0, name: '' };
  if (id === undefined || others.length > 0) return undefined;
  const known = named(row?.dims.user);
  if (known) return known;
  const { list } = await simpleUsers({ include_disabled: true }, signal);
  const person = list.find((one) => one.id === id);
  return person ? { id, name: person.name || person.account } : null;
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.reason === 'NOT_FOUND';

/** Details of an object; undefined where it is not visible. */
async function detailOf(level: 'campaign' | 'ad_group', id: number, signal: AbortSignal) {
  try {
    return await entityDetail({ level, id, date_mode: 'account_today' }, signal);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Only the name of the user, because the page above shows the owner. */
const personOnly = (query: Query, signal: AbortSignal) => {
  const { user_id, unowned } = query.filters;
  return user_id?.length === 1 || unowned
    ? rowAbove('user', query, signal).then((row) => personOf(query, row, signal))
    : Promise.resolve(undefined);
};

async function aboveAccounts(query: Query, signal: AbortSignal): Promise<DrillParent> {
  const { user_id, unowned } = query.filters;
  if (user_id?.length !== 1 && !unowned) return nobody;
  const row = await rowAbove('user', query, signal);
  const user = await personOf(query, row, signal);
  if (user === null) return missing;
  return { ...nobody, names: user ? { user } : {}, figures: figuresOf(row, query) };
}

async function aboveCampaigns(query: Query, signal: AbortSignal): Promise<DrillParent> {
  const id = query.filters.account_id ?? 0;
  const [row, { list }, user] = await Promise.all([
    rowAbove('account', query, signal),
    simpleAdAccounts({ ids: [id] }, signal),
    personOnly(query, signal),
  ]);
  const account = named(row?.dims.account) ?? (list[0] && { id, name: list[0].label });
  if (!account || user === null) return missing;
  return {
    ...nobody,
    names: { account, ...(user && { user }) },
    figures: figuresOf(row, query),
    isHosted: row?.dims.account?.usage === 'host',
  };
}

async function aboveGroups(query: Query, signal: AbortSignal): Promise<DrillParent> {
  const { campaign_id = 0, group_id } = query.filters;
  const [detail, group, row, user] = await Promise.all([
    detailOf('campaign', campaign_id, signal),
    group_id === undefined ? undefined : detailOf('ad_group', group_id, signal),
    rowAbove(group_id === undefined ? 'campaign' : 'ad_group', query, signal),
    personOnly(query, signal),
  ]);
  const campaign = detail?.campaign;
  const inner = group?.ad_group;
  if (!campaign || user === null || (group_id !== undefined && inner?.campaign.id !== campaign_id)) return missing;
  return {
    ...nobody,
    names: {
      ...(user && { user }),
      account: { id: campaign.account.id, name: campaign.account.label },
      campaign: { id: campaign.id, name: campaign.name },
      ...(inner && { group: { id: inner.id, name: inner.name } }),
    },
    figures: figuresOf(row, query),
    publishing: campaign.sync_state === 'pushing' ? (campaign.locked_by_batch ?? detail?.batch_id ?? undefined) : undefined,
    isEmpty: inner !== undefined && (inner.issue === 'EMPTY' || inner.ads === 0),
  };
}

/** Loads the parents of the rows of a page. */
export function loadParent({ page, query }: DrillPlace, signal: AbortSignal): Promise<DrillParent> {
  switch (page) {
    case 'user':
      return Promise.resolve(nobody);
    case 'account':
      return aboveAccounts(query, signal);
    case 'campaign':
      return aboveCampaigns(query, signal);
    case 'group':
      return aboveGroups(query, signal);
  }
}
