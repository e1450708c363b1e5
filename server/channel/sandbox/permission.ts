import { sql } from 'kysely';
import type { Tok } from '../ad-platform.ts';
import { deliverUntil } from './delivery/advance.ts';
import { badToken, isMissing, lacksScope, lacksTask, tooManyCalls } from './failures.ts';
import { hashOf } from './found-world.ts';
import { isTakenBack, standingOf } from './incidents.ts';
import type { Operation } from './operation.ts';
import type { AccountTable, GrantTable, PageTable, PixelTable } from './tables.ts';
import { paced, WRITE } from './throttle.ts';
import { pageToken, pixelToken } from './world.ts';

type TokenState = 'valid' | 'expired' | 'revoked';

/** How a grant stands now. */
export async function stateOf({ db, seed, now, faults }: Operation, grant: GrantTable): Promise<TokenState> {
  if (grant.revoked_at !== null && grant.revoked_at <= now) return 'revoked';
  if (faults) {
    const first = await db.selectFrom('sbx_account').select('id').where(sql<string>`people[1]`, '=', grant.person_id).execute();
    if (
      isTakenBack(
        seed,
        first.map(({ id }) => id),
        grant.issued_at,
        now,
      )
    ) {
      return 'revoked';
    }
  }
  return grant.expires_at <= now ? 'expired' : 'valid';
}

export const grantOf = ({ db }: Operation, token: string): Promise<GrantTable | undefined> =>
  db.selectFrom('sbx_grant').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst();

function requireScopes(grant: GrantTable, scopes: readonly string[]): void {
  const missing = scopes.find((scope) => !grant.scopes.includes(scope));
  if (missing !== undefined) throw lacksScope(missing);
}

async function requireValid(operation: Operation, grant: GrantTable | undefined): Promise<GrantTable> {
  if (grant === undefined) throw badToken('unknown');
  const state = await stateOf(operation, grant);
  if (state !== 'valid') throw badToken(state);
  return grant;
}

/** The person who speaks, with everything that is needed granted. */
export async function personOf(operation: Operation, { token }: Tok, scopes: readonly string[]): Promise<GrantTable> {
  const grant = await requireValid(operation, await grantOf(operation, token));
  requireScopes(grant, scopes);
  return grant;
}

/** An account, and which person speaks. */
export type Entered = AccountTable & { speaker: string };

/** An account as it stands now, held until the end of the call, which is counted. What is due is delivered before a write. */
export async function enterAccount(
  operation: Operation,
  t: Tok,
  id: string,
  { cost, scopes, delivers = cost === WRITE }: { cost: number; scopes: readonly string[]; delivers?: boolean },
): Promise<Entered> {
  const { db, now } = operation;
  const grant = await requireValid(operation, await grantOf(operation, t.token));
  const account = await db.selectFrom('sbx_account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (account === undefined || !account.people.includes(grant.person_id)) throw isMissing('ad account');
  const { refused, ...pace } = paced(account, cost, now);
  await db.updateTable('sbx_account').set(pace).where('id', '=', id).execute();
  if (refused) throw tooManyCalls(pace.throttled_until ?? now);
  requireScopes(grant, scopes);
  const counted = { ...account, ...pace };
  const due = delivers ? await deliverUntil(operation, counted, now) : counted;
  return { ...asItStands(operation, due), speaker: grant.person_id };
}

export const asItStands = ({ seed, foundedAt, now, faults }: Operation, account: AccountTable): AccountTable =>
  faults ? { ...account, ...standingOf(seed, account, foundedAt, now) } : account;

/** Who speaks for a page: one of its people, or the page itself by a token that one of them obtained. */
async function speakerOf(operation: Operation, { token }: Tok, page: PageTable | undefined): Promise<GrantTable> {
  const grant = await grantOf(operation, token);
  if (grant !== undefined) {
    await requireValid(operation, grant);
    if (page === undefined || !page.people.includes(grant.person_id)) throw isMissing('page');
    return grant;
  }
  const grants = await operation.db
    .selectFrom('sbx_grant')
    .selectAll()
    .where('person_id', 'in', page?.people.length ? page.people : [''])
    .orderBy('person_id')
    .orderBy('number')
    .execute();
  const own = grants.find(({ person_id, number }) => pageToken(operation.seed, page?.id ?? '', person_id, number) === token);
  return await requireValid(operation, own);
}

/** A page, held until the end of the call, and somebody who may speak for it and do that task. */
export async function enterPage(
  operation: Operation,
  t: Tok,
  id: string,
  { scopes, task }: { scopes: readonly string[]; task?: string },
): Promise<PageTable> {
  const page = await operation.db.selectFrom('sbx_page').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const grant = await speakerOf(operation, t, page);
  if (page === undefined) throw isMissing('page');
  requireScopes(grant, scopes);
  if (task !== undefined && !page.tasks.includes(task)) throw lacksTask(task, page.name);
  return page;
}

/** A pixel that this token may report to or manage: its own, or that of a person who may use the account that owns it. */
export async function enterPixel(operation: Operation, t: Tok, id: string, scopes: readonly string[]): Promise<PixelTable> {
  const { db, seed } = operation;
  const pixel = await db.selectFrom('sbx_pixel').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (pixel !== undefined && pixelToken(seed, id) === t.token) return pixel;
  const grant = await requireValid(operation, await grantOf(operation, t.token));
  const owner = await db
    .selectFrom('sbx_account')
    .select('people')
    .where('id', '=', pixel?.owner_account ?? '')
    .executeTakeFirst();
  if (pixel === undefined || !owner?.people.includes(grant.person_id)) throw isMissing('pixel');
  requireScopes(grant, scopes);
  return pixel;
}
