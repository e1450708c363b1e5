import { setTimeout as sleep } from 'node:timers/promises';
import { openGrant } from '../../assets/index.ts';
import type { PreparationContext } from '../../call.ts';
import { Refusal } from '../../refusal.ts';
import { type PlanRequest, planInputs } from './plan-inputs.ts';
import type { PlanAccount, PlanPage } from './plan-parts.ts';

/** Numbers, at the channel, of the pages that a person may advertise with; by the person. Without an entry the channel did not answer. */
export type PageAccess = ReadonlyMap<number, ReadonlySet<string>>;

export const noAccess: PageAccess = new Map();

/** A preview is not held up longer by a channel that does not answer. */
const PATIENCE_MS = 8_000;

type Authorised = Pick<PlanAccount, 'personal_account_id' | 'undeliverable'>;
type Brought = Pick<PlanPage, 'personal_account_id'>;

/** An account whose own grant ended is an error anyway. */
export const isPageOfOther = (account: Authorised, page: Brought): boolean =>
  account.undeliverable !== 'authoriser' && page.personal_account_id !== account.personal_account_id;

/** Whether the authoriser of the account may advertise with the page of somebody else; null where the channel did not say. */
export function mayUsePage(account: Authorised, page: Pick<PlanPage, 'platform_page_id'>, access: PageAccess): boolean | null {
  return access.get(account.personal_account_id)?.has(page.platform_page_id) ?? null;
}

/** HOMEPAGE_UNUSABLE, with account, page and the way out. */
export function pageNotGranted({ id, name, authoriser }: Pick<PlanAccount, 'id' | 'name' | 'authoriser'>, page: PlanPage): Refusal {
  return new Refusal('HOMEPAGE_UNUSABLE', {
    data: { status: 'not_granted', homepage_id: page.id, homepage: page.name, ad_account_id: id, account: name, name: authoriser },
    text: {
      zh: `账户「${name}」的授权人 ${authoriser} 不能用主页「${page.name}」投放：请主页管理员把投放权限授予此人，或改用其他主页，或不用该账户`,
      en: `${authoriser}, who authorised ${name}, may not advertise with the page “${page.name}”: have a page admin grant it, choose another page, or leave this account out`,
    },
  });
}

async function pagesOf(context: PreparationContext, person: number): Promise<Set<string>> {
  const { platform, tok } = await openGrant(context, person);
  const found = new Set<string>();
  for await (const { id, tasks } of platform.listPages(tok)) if (tasks.includes('ADVERTISE')) found.add(id);
  return found;
}

/**
 * Asks the channel which pages those may advertise with who authorised an account that is to advertise with a page of somebody else. Takes
 * long, so never inside of a transaction.
 */
export async function askPageAccess(
  context: PreparationContext,
  uses: Iterable<{ account: Authorised; page: Brought }>,
): Promise<PageAccess> {
  const persons = new Set<number>();
  for (const { account, page } of uses) if (isPageOfOther(account, page)) persons.add(account.personal_account_id);
  const access = new Map<number, ReadonlySet<string>>();
  const patience = new AbortController();
  const asking = Promise.allSettled([...persons].map(async (person) => void access.set(person, await pagesOf(context, person))));
  await Promise.race([asking, sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
  patience.abort();
  return new Map(access);
}

/** What planning needs to know before; where it will refuse the request, it does so with the same reason. */
export async function unlessRefused(ask: () => Promise<PageAccess>): Promise<PageAccess> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal) return noAccess;
    throw error;
  }
}

/** The access of everyone who authorised an account of a plan. */
export const pageAccessOf = (context: PreparationContext, request: PlanRequest): Promise<PageAccess> =>
  unlessRefused(async () => {
    const { accounts, pages } = await planInputs(context, request);
    return await askPageAccess(
      context,
      accounts.flatMap((account) => [...pages.values()].map((page) => ({ account, page }))),
    );
  });
