import { setTimeout as sleep } from 'node:timers/promises';
import { openGrant } from '../../assets/index.ts';
import type { PreparingContext } from '../../call.ts';
import { Refusal } from '../../refusal.ts';
import { type PlanInputs, type PlanRequest, planInputs } from './plan-inputs.ts';

/** Numbers, at the channel, of the pages that a person may advertise with; by the person. Without an entry the channel did not answer. */
export type PageAccess = ReadonlyMap<number, ReadonlySet<string>>;

export const noAccess: PageAccess = new Map();

/** A preview is not held up longer by a channel that does not answer. */
const PATIENCE_MS = 8_000;

/** Those who authorised an account that is to advertise with a page of somebody else. Where their own grant ended, the account is an error anyway. */
function personsToAsk({ accounts, pages }: PlanInputs): number[] {
  const authorisers = [...pages.values()].map(({ personal_account_id }) => personal_account_id);
  const asked = accounts.filter(
    ({ undeliverable, personal_account_id }) => undeliverable !== 'authoriser' && authorisers.some((one) => one !== personal_account_id),
  );
  return [...new Set(asked.map(({ personal_account_id }) => personal_account_id))];
}

async function pagesOf(context: PreparingContext, person: number): Promise<Set<string>> {
  const { platform, tok } = await openGrant(context, person);
  const found = new Set<string>();
  for await (const { id, tasks } of platform.listPages(tok)) if (tasks.includes('ADVERTISE')) found.add(id);
  return found;
}

/** Asks the channel which pages the authorisers of the accounts may advertise with. Takes long, so never inside of a transaction. */
export async function pageAccessOf(context: PreparingContext, request: PlanRequest): Promise<PageAccess> {
  let inputs: PlanInputs;
  try {
    inputs = await planInputs(context, request);
  } catch (error) {
    // Planning refuses it with the same reason.
    if (error instanceof Refusal) return noAccess;
    throw error;
  }
  const access = new Map<number, ReadonlySet<string>>();
  const patience = new AbortController();
  const asking = Promise.allSettled(personsToAsk(inputs).map(async (person) => void access.set(person, await pagesOf(context, person))));
  await Promise.race([asking, sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
  patience.abort();
  return new Map(access);
}
