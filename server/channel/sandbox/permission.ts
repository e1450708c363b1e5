import { sql } from 'kysely';
import type { Tok } from '../ad-platform.ts';
import { deliverUntil } from './delivery/advance.ts';
import { invalidToken, missingObject, missingScope, missingTask, tooManyCalls } from './failures.ts';
import { hashSecret } from './found-world.ts';
import { accountStatusAt, isRevoked } from './incidents.ts';
import type { Operation } from './operation.ts';
import type { AccountTable, GrantTable, PageTable, PixelTable } from './tables.ts';
import { countCall, WRITE } from './throttle.ts';
import { pageToken, pixelToken } from './world.ts';

type TokenState = 'valid' | 'expired' | 'revoked';

/** Current state of a grant. */
export async function findTokenState({ db, seed, now, faults }: Operation, grant: GrantTable): Promise<TokenState> {
  if (grant.revoked_at !== null && grant.revoked_at <= now) return 'revoked';
  if (faults) {
    const first = await db.selectFrom('sbx_account').select('id').where(sql<string>`people[1]`, '=', grant.person_id).execute();
    if (
      isRevoked(
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

export const findGrant = ({ db }: Operation, token: string): Promise<GrantTable | undefined> =>
  db.selectFrom('sbx_grant').selectAll().where('token_hash', '=', hashSecret(token)).executeTakeFirst();

function requireScopes(grant: GrantTable, scopes: readonly string[]): void {
  const missing = scopes.find((scope) => !grant.scopes.includes(scope));
  if (missing !== undefined) throw missingScope(missing);
}

async function requireValid(operation: Operation, grant: GrantTable | undefined): Promise<GrantTable> {
  if (grant === undefined) throw invalidToken('unknown');
  const state = await findTokenState(operation, grant);
  if (state !== 'valid') throw invalidToken(state);
  return grant;
}

/** Finds the person behind a token, who must have granted the scopes. */
export async function requirePerson(operation: Operation, { token }: Tok, scopes: readonly string[]): Promise<GrantTable> {
  const grant = await requireValid(operation, await findGrant(operation, token));
  requireScopes(grant, scopes);
  return grant;
}

/** An account with the person who makes the call. */
export type EnteredAccount = AccountTable & { personId: string };

/**
 * Locks an account until the end of the call, counts the call against its limit, and returns its current state. A write delivers what is
 * due first.
 */
export async function enterAccount(
  operation: Operation,
  t: Tok,
  id: string,
  { cost, scopes, delivers = cost === WRITE }: { cost: number; scopes: readonly string[]; delivers?: boolean },
): Promise<EnteredAccount> {
  const { db, now } = operation;
  const grant = await requireValid(operation, await findGrant(operation, t.token));
  const account = await db.selectFrom('sbx_account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (account === undefined || !account.people.includes(grant.person_id)) throw missingObject('ad account');
  const { refused, ...pace } = countCall(account, cost, now);
  await db.updateTable('sbx_account').set(pace).where('id', '=', id).execute();
  if (refused) throw tooManyCalls(pace.throttled_until ?? now);
  requireScopes(grant, scopes);
  const counted = { ...account, ...pace };
  const current = delivers ? await deliverUntil(operation, counted, now) : counted;
  return { ...withCurrentStatus(operation, current), personId: grant.person_id };
}

export const withCurrentStatus = ({ seed, foundedAt, now, faults }: Operation, account: AccountTable): AccountTable =>
  faults ? { ...account, ...accountStatusAt(seed, account, foundedAt, now) } : account;

/** Finds the grant behind a token for a page: one of a person with access, or the page's own token obtained by such a person. */
async function requirePageGrant(operation: Operation, { token }: Tok, page: PageTable | undefined): Promise<GrantTable> {
  const grant = await findGrant(operation, token);
  if (grant !== undefined) {
    await requireValid(operation, grant);
    if (page === undefined || !page.people.includes(grant.person_id)) throw missingObject('page');
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

/** Locks a page until the end of the call; the token must allow acting for it, including the given task. */
export async function enterPage(
  operation: Operation,
  t: Tok,
  id: string,
  { scopes, task }: { scopes: readonly string[]; task?: string },
): Promise<PageTable> {
  const page = await operation.db.selectFrom('sbx_page').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const grant = await requirePageGrant(operation, t, page);
  if (page === undefined) throw missingObject('page');
  requireScopes(grant, scopes);
  if (task !== undefined && !page.tasks.includes(task)) throw missingTask(task, page.name);
  return page;
}

/**
 * Finds a pixel that the token may report to or manage: by the pixel's own token, or as a person with access to the account that owns it.
 */
export async function enterPixel(operation: Operation, t: Tok, id: string, scopes: readonly string[]): Promise<PixelTable> {
  const { db, seed } = operation;
  const pixel = await db.selectFrom('sbx_pixel').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (pixel !== undefined && pixelToken(seed, id) === t.token) return pixel;
  const grant = await requireValid(operation, await findGrant(operation, t.token));
  const owner = await db
    .selectFrom('sbx_account')
    .select('people')
    .where('id', '=', pixel?.owner_account ?? '')
    .executeTakeFirst();
  if (pixel === undefined || !owner?.people.includes(grant.person_id)) throw missingObject('pixel');
  requireScopes(grant, scopes);
  return pixel;
}
