import { type Kysely, sql } from 'kysely';
import type { PersonalStatus } from '#contracts/endpoints/authorising.ts';
import { AdPlatformError, type InspectedToken } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { BatchItem, ItemContext, Outcome } from '../batches/index.ts';
import { faultOfChannel } from '../channel-refusal.ts';
import { Refusal, refuse } from '../refusal.ts';
import { tellOfToken } from './asset-alerts.ts';
import { type Granting, openGrant } from './grants.ts';
import { holdAsset, requireAsset } from './held-asset.ts';
import { statusOf } from './personal.rules.ts';
import { INTERNAL } from './sync-fault.ts';

type Db = Kysely<Database>;

/** Names of the channel are cut to what fits. */
export const NAME_MAX = 80;
const ERROR_MAX = 500;

/** Asks the channel what the token of a person is worth now. Outside of any transaction. */
export async function inspectPerson(granting: Granting, id: number): Promise<InspectedToken> {
  const { platform, tok } = await openGrant(granting, id, { evenDisabled: true });
  return await platform.inspect(tok.token);
}

interface Kept {
  status: PersonalStatus;
  token_expires_at: Date | null;
  data_access_expires_at: Date | null;
  scopes: string[];
  name: string;
}

/**
 * Writes what the channel said of a person whose row is locked; one whom we switched off stays so unless `enable`. Answers what
 * changed besides the time of the check.
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
    .select(['status', 'token_expires_at', 'data_access_expires_at', 'scopes', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const after: Kept = {
    status: row.status === 'disabled' && !enable ? 'disabled' : statusOf(inspected, now),
    token_expires_at: inspected.valid ? inspected.expires_at : (inspected.expires_at ?? row.token_expires_at),
    data_access_expires_at: inspected.valid ? inspected.data_access_expires_at : row.data_access_expires_at,
    // A token that is gone says nothing of what it could.
    scopes: inspected.valid ? inspected.scopes : row.scopes,
    name: inspected.name.slice(0, NAME_MAX) || row.name,
  };
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const keys = (Object.keys(after) as (keyof Kept)[]).filter((key) => !same(row[key], after[key]));
  await db
    .updateTable('personal_account')
    .set({
      ...after,
      last_checked_at: now,
      last_error: inspected.valid ? null : (inspected.error ?? inspected.state).slice(0, ERROR_MAX),
      ...(keys.length > 0 ? { updated_at: now, version: sql<number>`version + 1` } : {}),
    })
    .where('id', '=', id)
    .execute();
  if (keys.includes('status')) await tellOfToken(db, id, after, now);
  return {
    before: Object.fromEntries(keys.map((key) => [key, row[key]])),
    after: Object.fromEntries(keys.map((key) => [key, after[key]])),
  };
}

/** The channel did not answer: what is known stays, and the row says why. */
export async function noteCheckFault(db: Db, id: number, error: unknown, now: Date): Promise<void> {
  const text = error instanceof AdPlatformError ? error.message : error instanceof Refusal ? error.reason : INTERNAL;
  await sql`update personal_account set last_checked_at = ${now}, last_error = ${text.slice(0, ERROR_MAX)} where id = ${id}`.execute(db);
}

/** The item of a batch that checks one person. */
export async function checkItem(context: ItemContext, item: BatchItem): Promise<Outcome> {
  const { db, caller, now } = context;
  if (item.targetId === null) throw refuse('NOT_FOUND');
  const person = await requireAsset(db, caller, 'personal_account', item.targetId);
  let inspected: InspectedToken;
  try {
    inspected = await inspectPerson(context, person.id);
  } catch (error) {
    await noteCheckFault(db, person.id, error, now);
    return faultOfChannel(error, { name: person.name, personalAccountId: person.id, isReading: true });
  }
  const change = await db.transaction().execute(async (transaction) => {
    await holdAsset(transaction, caller, 'personal_account', person.id);
    return await saveInspection(transaction, person.id, inspected, now);
  });
  if (Object.keys(change.after).length === 0) return { outcome: 'succeeded' };
  context.audit({
    targetType: 'personal_account',
    targetId: person.id,
    targetLabel: person.name,
    summary: Object.keys(change.after).join(', '),
    ...change,
  });
  return { outcome: 'succeeded', ...change };
}
