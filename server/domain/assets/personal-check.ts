import { type Kysely, sql } from 'kysely';
import type { PersonalStatus } from '#contracts/endpoints/authorising.ts';
import { AdPlatformError, type Connector, type InspectedToken } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { BatchItem, ItemContext, Outcome } from '../batches/index.ts';
import { toItemOutcome } from '../channel-refusal.ts';
import { Refusal, refuse } from '../refusal.ts';
import { requireAsset, requireLockedAsset } from './asset-access.ts';
import { alertAboutToken } from './asset-alerts.ts';
import { type GrantContext, openGrant } from './grants.ts';
import { pauseHosting } from './hosted-accounts.ts';
import { toPersonalStatus } from './personal.rules.ts';
import { INTERNAL, PERSON_HELD } from './sync-fault.ts';

type Db = Kysely<Database>;

/** Longer names of the channel are cut. */
export const MAX_NAME_LENGTH = 80;
const MAX_ERROR_LENGTH = 500;

/** Has the channel inspect the token of a personal account. Call it outside of any transaction. */
export async function inspectPerson(granting: GrantContext, id: number): Promise<InspectedToken> {
  const { platform, tok } = await openGrant(granting, id, { allowDisabled: true });
  return await platform.inspect(tok.token);
}

interface PersonState {
  status: PersonalStatus;
  token_expires_at: Date | null;
  data_access_expires_at: Date | null;
  scopes: string[];
  name: string;
  held_since: Date | null;
}

/**
 * Writes an inspection to a locked personal account. One that is disabled stays so unless `enable` is set. Returns what changed, apart
 * from the time of the check.
 */
export async function saveInspection(
  db: Db,
  id: number,
  inspected: InspectedToken,
  now: Date,
  { enable = false }: { enable?: boolean } = {},
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }> {
  const row = await db
    .selectFrom('personal_account')
    .select(['status', 'token_expires_at', 'data_access_expires_at', 'scopes', 'name', 'held_since'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isHeld = inspected.state === 'held';
  const status = isHeld ? row.status : toPersonalStatus(inspected, now);
  const after: PersonState = {
    // The authorisation of a person whom the channel holds up stands.
    status: row.status === 'disabled' && !enable ? 'disabled' : status,
    held_since: isHeld ? (row.held_since ?? now) : null,
    token_expires_at: inspected.valid ? inspected.expires_at : (inspected.expires_at ?? row.token_expires_at),
    data_access_expires_at: inspected.valid ? inspected.data_access_expires_at : row.data_access_expires_at,
    // An invalid token does not tell its scopes.
    scopes: inspected.valid ? inspected.scopes : row.scopes,
    name: inspected.name.slice(0, MAX_NAME_LENGTH) || row.name,
  };
  const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const keys = (Object.keys(after) as (keyof PersonState)[]).filter((key) => !isEqual(row[key], after[key]));
  await db
    .updateTable('personal_account')
    .set({
      ...after,
      last_checked_at: now,
      last_error: isHeld ? PERSON_HELD : inspected.valid ? null : (inspected.error ?? inspected.state).slice(0, MAX_ERROR_LENGTH),
      ...(keys.length > 0 ? { updated_at: now, version: sql<number>`version + 1` } : {}),
    })
    .where('id', '=', id)
    .execute();
  if (keys.includes('status')) {
    await alertAboutToken(db, id, after, now);
    if (after.status === 'revoked' || after.status === 'expired') await pauseHosting(db, id, now);
  }
  return {
    before: Object.fromEntries(keys.map((key) => [key, row[key]])),
    after: Object.fromEntries(keys.map((key) => [key, after[key]])),
  };
}

/** Remembers that the channel holds the person up, as a call in their name found out. */
export async function noteHold(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    update personal_account set held_since = ${now}, last_error = ${PERSON_HELD}, last_checked_at = ${now}, version = version + 1, updated_at = ${now}
    where id = ${id} and held_since is null`.execute(db);
}

/** Stores why the check failed and keeps the known data. */
export async function writeCheckFault(db: Db, id: number, error: unknown, now: Date): Promise<void> {
  if (error instanceof AdPlatformError && error.isHeld) return await noteHold(db, id, now);
  const text = error instanceof AdPlatformError ? error.message : error instanceof Refusal ? error.reason : INTERNAL;
  await sql`update personal_account set last_checked_at = ${now}, last_error = ${text.slice(0, MAX_ERROR_LENGTH)} where id = ${id}`.execute(
    db,
  );
}

/** Checks the personal accounts of a person of the channel again, because the channel told that something happened. */
export async function recheckPerson(
  context: GrantContext & { readonly now: Date },
  { connector, user_id }: { connector: Connector; user_id: string },
): Promise<void> {
  const { db, now } = context;
  const rows = await db
    .selectFrom('personal_account')
    .select('id')
    .where('connector', '=', connector)
    .where('platform_user_id', '=', user_id)
    .where('access_token_enc', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  for (const { id } of rows) {
    try {
      const inspected = await inspectPerson(context, id);
      await db.transaction().execute(async (transaction) => {
        await transaction.selectFrom('personal_account').select('id').where('id', '=', id).forUpdate().execute();
        await saveInspection(transaction, id, inspected, now);
      });
    } catch (error) {
      if (!(error instanceof AdPlatformError || error instanceof Refusal)) throw error;
      await writeCheckFault(db, id, error, now);
    }
  }
}

/** Runs the batch item that checks one personal account. */
export async function checkItem(context: ItemContext, item: BatchItem): Promise<Outcome> {
  const { db, caller, now } = context;
  if (item.targetId === null) throw refuse('NOT_FOUND');
  const person = await requireAsset(db, caller, 'personal_account', item.targetId);
  let inspected: InspectedToken;
  try {
    inspected = await inspectPerson(context, person.id);
  } catch (error) {
    await writeCheckFault(db, person.id, error, now);
    return toItemOutcome(error, { name: person.name, personalAccountId: person.id, isReading: true });
  }
  const change = await db.transaction().execute(async (transaction) => {
    await requireLockedAsset(transaction, caller, 'personal_account', person.id);
    return await saveInspection(transaction, person.id, inspected, now);
  });
  if (Object.keys(change.after).length === 0) return { outcome: 'succeeded' };
  context.audit({
    targetType: 'personal_account',
    targetId: person.id,
    targetLabel: person.name,
    summary: { codes: Object.keys(change.after) },
    ...change,
  });
  return { outcome: 'succeeded', ...change };
}
