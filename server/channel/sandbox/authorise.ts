import { createHmac } from 'node:crypto';
import { AdPlatformError, type InspectedToken, type TokenInfo } from '../ad-platform.ts';
import { invalidToken } from './failures.ts';
import { hashSecret, toGrantRow } from './found-world.ts';
import type { Operation } from './operation.ts';
import { findGrant, findTokenState } from './permission.ts';
import type { GrantTable } from './tables.ts';
import { grantAt } from './world.ts';
import { allScopes } from './world-plan.ts';

const CODE_LIFETIME_MS = 600_000;

const invalidCode = () =>
  new AdPlatformError('rejected', {
    code: 100,
    subcode: 36009,
    title: 'Invalid authorisation code',
    userMessage: 'The authorisation code was used already, has expired or never existed.',
  });

/** Issues a code for the permissions that a person grants; it works once, within ten minutes. Null when the person does not exist. */
export async function issueCode({ db, seed, now }: Operation, person: string, scopes: readonly string[]): Promise<string | null> {
  const found = await db.selectFrom('sbx_person').select('id').where('id', '=', person).forUpdate().executeTakeFirst();
  if (found === undefined) return null;
  const { given } = await db
    .selectFrom('sbx_code')
    .select(({ fn }) => fn.countAll<number>().as('given'))
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow();
  const code = createHmac('sha256', `sandbox ${seed}`)
    .update(JSON.stringify(['code', person, given, now]))
    .digest('base64url');
  await db
    .insertInto('sbx_code')
    .values({
      code_hash: hashSecret(code),
      person_id: person,
      scopes: allScopes.filter((scope) => scopes.includes(scope)),
      expires_at: new Date(now.getTime() + CODE_LIFETIME_MS),
      used_at: null,
    })
    .execute();
  return code;
}

const loadName = async ({ db }: Operation, id: string): Promise<string> =>
  (await db.selectFrom('sbx_person').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;

const toTokenInfo = (name: string, token: string, grant: Omit<GrantTable, 'token_hash'>): TokenInfo => ({
  user_id: grant.person_id,
  name,
  token,
  expires_at: grant.expires_at,
  data_access_expires_at: grant.data_access_expires_at,
  scopes: grant.scopes,
});

export async function exchange(operation: Operation, code: string): Promise<TokenInfo> {
  const { db, now } = operation;
  const used = await db
    .updateTable('sbx_code')
    .set({ used_at: now })
    .where('code_hash', '=', hashSecret(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['person_id', 'scopes'])
    .executeTakeFirst();
  if (used === undefined) throw invalidCode();
  await db.selectFrom('sbx_person').select('id').where('id', '=', used.person_id).forUpdate().execute();
  return await addGrant(operation, used.person_id, used.scopes);
}

/** Issues a token of a person as text to paste; null when the person does not exist. */
export async function issueToken(operation: Operation, person: string, scopes: readonly string[]): Promise<string | null> {
  const found = await operation.db.selectFrom('sbx_person').select('id').where('id', '=', person).forUpdate().executeTakeFirst();
  if (found === undefined) return null;
  const granted = allScopes.filter((scope) => scopes.includes(scope));
  return (await addGrant(operation, person, granted)).token;
}

/** Adds a grant of a person whose row is locked. */
async function addGrant(operation: Operation, person_id: string, scopes: string[]): Promise<TokenInfo> {
  const { db, seed, now } = operation;
  const { last } = await db
    .selectFrom('sbx_grant')
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .where('person_id', '=', person_id)
    .executeTakeFirstOrThrow();
  const number = (last ?? 0) + 1;
  const grant = grantAt(seed, person_id, number, scopes, now);
  const row = toGrantRow(person_id, number, grant);
  await db.insertInto('sbx_grant').values(row).execute();
  return toTokenInfo(await loadName(operation, person_id), grant.token, row);
}

export async function inspect(operation: Operation, token: string): Promise<InspectedToken> {
  const grant = await findGrant(operation, token);
  if (grant === undefined) throw invalidToken('unknown');
  const state = await findTokenState(operation, grant);
  return {
    ...toTokenInfo(await loadName(operation, grant.person_id), token, grant),
    valid: state === 'valid',
    state,
    ...(state === 'valid' ? {} : { error: invalidToken(state).message }),
  };
}
