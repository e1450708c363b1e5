import type { DrillParent, DrillPlace, Named } from '#machines/advertising-data/drill-parts.machine.ts';
import { type DrillFilters, isComparable } from '#machines/advertising-data/drill-query.ts';
import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import { simpleAdAccounts } from '#src/services/ad-accounts.service.ts';
import { ApiError } from '#src/services/api-error.ts';
import { entityDetail } from '#src/services/launches.service.ts';
import { simpleUsers } from '#src/services/users.service.ts';
import { loadParentRow, loadTopCampaigns } from './drill-calls.wiring.ts';

type Query = ReportQuery<DrillFilters>;
type Row = Awaited<ReturnType<typeof loadParentRow>>;

const NO_PARENT: DrillParent = { missing: false, names: {}, figures: undefined, isHosted: false, publishing: undefined, isEmpty: false };
const missing: DrillParent = { ...NO_PARENT, missing: true };

const getComparableFigures = (row: Row, { filters }: Query) => (row && isComparable(filters) ? row.m : undefined);

const toNamed = (value: { id: number | string; label: string } | undefined): Named | undefined =>
  value && { id: Number(value.id), name: value.label };

/** The user in the filters; null for an unknown id, undefined without one. */
async function loadUser({ filters }: Query, row: Row, signal: AbortSignal): Promise<Named | null | undefined> {
  const [id, ...others] = filters.user_id ?? [];
  if (filters.unowned) return toNamed(row?.dims.user) ?? { id: 0, name: '' };
  if (id === undefined || others.length > 0) return undefined;
  const userInRow = toNamed(row?.dims.user);
  if (userInRow) return userInRow;
  const { list } = await simpleUsers({ include_disabled: true }, signal);
  const person = list.find((one) => one.id === id);
  return person ? { id, name: person.name || person.account } : null;
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.reason === 'NOT_FOUND';

/** Details of an object; undefined where it is not visible. */
async function loadDetail(level: 'campaign' | 'ad_group', id: number, signal: AbortSignal) {
  try {
    return await entityDetail({ level, id, date_mode: 'account_today' }, signal);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Only the name of the user, because the page above shows the owner. */
const loadUserOnly = (query: Query, signal: AbortSignal) => {
  const { user_id, unowned } = query.filters;
  return user_id?.length === 1 || unowned
    ? loadParentRow('user', query, signal).then((row) => loadUser(query, row, signal))
    : Promise.resolve(undefined);
};

async function loadAccountsParent(query: Query, signal: AbortSignal): Promise<DrillParent> {
  const { user_id, unowned } = query.filters;
  if (user_id?.length !== 1 && !unowned) return NO_PARENT;
  const row = await loadParentRow('user', query, signal);
  const user = await loadUser(query, row, signal);
  if (user === null) return missing;
  return { ...NO_PARENT, names: user ? { user } : {}, figures: getComparableFigures(row, query) };
}

async function loadCampaignsParent(query: Query, signal: AbortSignal): Promise<DrillParent> {
  const id = query.filters.account_id ?? 0;
  const [row, campaigns, { list }, user] = await Promise.all([
    loadParentRow('account', query, signal),
    loadTopCampaigns(query, signal),
    simpleAdAccounts({ ids: [id] }, signal),
    loadUserOnly(query, signal),
  ]);
  const account = toNamed(row?.dims.account) ?? (list[0] && { id, name: list[0].label });
  if (!account || user === null) return missing;
  return {
    ...NO_PARENT,
    names: { account, ...(user && { user }) },
    campaigns,
    figures: getComparableFigures(row, query),
    isHosted: row?.dims.account?.usage === 'host',
  };
}

async function loadGroupsParent(query: Query, signal: AbortSignal): Promise<DrillParent> {
  const { campaign_id = 0, group_id } = query.filters;
  const [detail, group, row, user] = await Promise.all([
    loadDetail('campaign', campaign_id, signal),
    group_id === undefined ? undefined : loadDetail('ad_group', group_id, signal),
    loadParentRow(group_id === undefined ? 'campaign' : 'ad_group', query, signal),
    loadUserOnly(query, signal),
  ]);
  const campaign = detail?.campaign;
  const inner = group?.ad_group;
  if (!campaign || user === null || (group_id !== undefined && inner?.campaign.id !== campaign_id)) return missing;
  return {
    ...NO_PARENT,
    names: {
      ...(user && { user }),
      account: { id: campaign.account.id, name: campaign.account.label },
      campaign: { id: campaign.id, name: campaign.name },
      ...(inner && { group: { id: inner.id, name: inner.name } }),
    },
    figures: getComparableFigures(row, query),
    publishing: campaign.sync_state === 'pushing' ? (campaign.locked_by_batch ?? detail?.batch_id ?? undefined) : undefined,
    isEmpty: inner !== undefined && (inner.issue === 'EMPTY' || inner.ads === 0),
  };
}

/** Loads the parents of the rows of a page. */
export function loadParent({ page, query }: DrillPlace, signal: AbortSignal): Promise<DrillParent> {
  switch (page) {
    case 'user':
      return Promise.resolve(NO_PARENT);
    case 'account':
      return loadAccountsParent(query, signal);
    case 'campaign':
      return loadCampaignsParent(query, signal);
    case 'group':
      return loadGroupsParent(query, signal);
  }
}
