import type { RemoteAccount, Tok } from '../ad-platform.ts';
import { type Answer, optionalAnswer, optionalNumber, optionalText, textOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import { isMissing } from './graph/errors.ts';
import { readAll } from './graph/paging.ts';
import { accountNode } from './ids.ts';

export const accountFields = [
  'id',
  'account_id',
  'name',
  'business{id,name}',
  'currency',
  'timezone_name',
  'account_status',
  'disable_reason',
  'balance',
  'spend_cap',
  'amount_spent',
  'min_daily_budget',
] as const;

function toAccount(row: Answer): RemoteAccount {
  const business = optionalAnswer(row, 'business');
  const spendCap = optionalNumber(row, 'spend_cap') ?? 0;
  return {
    id: textOf(row, 'account_id'),
    name: textOf(row, 'name'),
    business: business === null ? null : { id: textOf(business, 'id'), name: optionalText(business, 'name') ?? '' },
    currency: textOf(row, 'currency'),
    timezone_name: textOf(row, 'timezone_name'),
    account_status: optionalNumber(row, 'account_status') ?? 0,
    disable_reason: optionalNumber(row, 'disable_reason') ?? 0,
    balance: optionalNumber(row, 'balance') ?? 0,
    // A cap of 0 means that there is none.
    spend_cap: spendCap === 0 ? null : spendCap,
    amount_spent: optionalNumber(row, 'amount_spent') ?? 0,
    min_daily_budget: optionalNumber(row, 'min_daily_budget') ?? 0,
  };
}

export async function* listAdAccounts(graph: Graph, { token }: Tok): AsyncGenerator<RemoteAccount> {
  for await (const row of readAll(graph, { path: '/me/adaccounts', token, parameters: { fields: accountFields.join(',') } }))
    yield toAccount(row);
}

/** What never changes about an ad account. */
export interface AccountSettings {
  readonly currency: string;
  readonly timezone: string;
}

const MAX_KNOWN_ACCOUNTS = 10_000;

/** Reads and remembers currency and time zone of ad accounts. */
export function createAccountSettings(graph: Graph): (t: Tok, account: string) => Promise<AccountSettings> {
  const known = new Map<string, AccountSettings>();
  return async ({ token }, account) => {
    const found = known.get(account);
    if (found !== undefined) return found;
    const row = await graph.call({
      method: 'GET',
      path: `/${accountNode(account)}`,
      token,
      account,
      parameters: { fields: 'currency,timezone_name' },
    });
    const settings = { currency: textOf(row, 'currency'), timezone: textOf(row, 'timezone_name') };
    if (known.size >= MAX_KNOWN_ACCOUNTS) known.clear();
    known.set(account, settings);
    return settings;
  };
}

/** True when the person can read the ad account now. */
export async function isReadable(graph: Graph, { token }: Tok, account: string): Promise<boolean> {
  const path = `/${accountNode(account)}`;
  try {
    await graph.call({ method: 'GET', path, token, account, parameters: { fields: 'id' } });
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Has the network send changes of the objects in the ad account to the address that the operator entered at the app. */
export async function watchChanges(graph: Graph, { token }: Tok, account: string): Promise<void> {
  const parameters = { app_id: graph.config.appId };
  await graph.call({ method: 'POST', path: `/${accountNode(account)}/subscribed_apps`, token, account, parameters });
}
