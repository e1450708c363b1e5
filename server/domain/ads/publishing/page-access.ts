import { setTimeout as sleep } from 'node:timers/promises';
import { openGrant } from '../../assets/index.ts';
import type { PreparationContext } from '../../call.ts';
import { Refusal } from '../../refusal.ts';
import { loadPlanInputs, type PlanRequest } from './plan-inputs.ts';
import type { PlanAccount, PlanPage } from './plan-parts.ts';

/**
 * Channel ids of the homepages that each person may advertise with, by personal account. A person is absent if the channel did not
 * answer.
 */
export type PageAccess = ReadonlyMap<number, ReadonlySet<string>>;

export const NO_ACCESS: PageAccess = new Map();

/** A channel that does not answer must not delay a preview any longer. */
const MAX_WAIT_MS = 8_000;

type Authorised = Pick<PlanAccount, 'personal_account_id' | 'undeliverable'>;
type ImportedPage = Pick<PlanPage, 'personal_account_id'>;

/** An account with a lost authorisation is excluded, because it is an error anyway. */
export const isForeignPage = (account: Authorised, page: ImportedPage): boolean =>
  account.undeliverable !== 'authoriser' && page.personal_account_id !== account.personal_account_id;

/** Whether the authoriser of the account may advertise with another person's homepage; null when the channel did not say. */
export function mayUsePage(account: Authorised, page: Pick<PlanPage, 'platform_page_id'>, access: PageAccess): boolean | null {
  return access.get(account.personal_account_id)?.has(page.platform_page_id) ?? null;
}

/** HOMEPAGE_UNUSABLE with account, homepage and possible solutions. */
export function refuseForeignPage({ id, name, authoriser }: Pick<PlanAccount, 'id' | 'name' | 'authoriser'>, page: PlanPage): Refusal {
  return new Refusal('HOMEPAGE_UNUSABLE', {
    data: { status: 'not_granted', homepage_id: page.id, homepage: page.name, ad_account_id: id, account: name, name: authoriser },
    text: {
      zh: `账户「${name}」的授权人 ${authoriser} 不能用主页「${page.name}」投放：请主页管理员把投放权限授予此人，或改用其他主页，或不用该账户`,
      en: `${authoriser}, who authorised ${name}, may not advertise with the Page “${page.name}”: have a Page admin grant access, choose another Page, or leave this account out`,
    },
  });
}

async function loadAdvertisablePages(context: PreparationContext, person: number): Promise<Set<string>> {
  const { platform, tok } = await openGrant(context, person);
  const found = new Set<string>();
  for await (const { id, tasks } of platform.listPages(tok)) if (tasks.includes('ADVERTISE')) found.add(id);
  return found;
}

/**
 * Asks the channel which homepages people may advertise with, for each account that is to use another person's homepage. This takes long,
 * so it must never run inside a transaction.
 */
export async function loadPageAccess(
  context: PreparationContext,
  uses: Iterable<{ account: Authorised; page: ImportedPage }>,
): Promise<PageAccess> {
  const persons = new Set<number>();
  for (const { account, page } of uses) if (isForeignPage(account, page)) persons.add(account.personal_account_id);
  const access = new Map<number, ReadonlySet<string>>();
  const timeout = new AbortController();
  const requests = Promise.allSettled(
    [...persons].map(async (person) => void access.set(person, await loadAdvertisablePages(context, person))),
  );
  await Promise.race([requests, sleep(MAX_WAIT_MS, undefined, { signal: timeout.signal }).catch(() => undefined)]);
  timeout.abort();
  return new Map(access);
}

/** Returns no access when planning is refused; the request itself is then refused for the same reason. */
export async function withoutRefusal(load: () => Promise<PageAccess>): Promise<PageAccess> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Refusal) return NO_ACCESS;
    throw error;
  }
}

/** Loads the access of everyone who authorised an account of the plan. */
export const preparePageAccess = (context: PreparationContext, request: PlanRequest): Promise<PageAccess> =>
  withoutRefusal(async () => {
    const { accounts, pages } = await loadPlanInputs(context, request);
    return await loadPageAccess(
      context,
      accounts.flatMap((account) => [...pages.values()].map((page) => ({ account, page }))),
    );
  });
