import { sql } from 'kysely';
import type { PersonalAccountTable } from '#server/database/schema-assets.ts';
import type { CallContext } from '../call.ts';
import { endAssignments } from './assign.repository.ts';
import { pauseHosting } from './hosted-accounts.ts';

type ChangeContext = Pick<CallContext, 'db' | 'now' | 'audit'>;

type Columns = Partial<
  Pick<PersonalAccountTable, 'owner_user_id' | 'status'> & {
    remark: string | null;
    holder_name: string | null;
    contact: string | null;
    consent_note: string | null;
    consent_at: Date | null;
  }
>;

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Writes the changed columns of a locked row with an audit entry; returns false when nothing changes. */
export async function changePerson(
  { db, now, audit }: ChangeContext,
  before: { id: number; name: string } & { [Key in keyof Columns]?: unknown },
  after: Columns,
): Promise<boolean> {
  const keys = (Object.keys(after) as (keyof Columns)[]).filter((key) => !isEqual(before[key], after[key]));
  if (keys.length === 0) return false;
  const pick = (from: { [Key in keyof Columns]?: unknown }) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  await db
    .updateTable('personal_account')
    .set({ ...pick(after), updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', before.id)
    .execute();
  audit({
    targetType: 'personal_account',
    targetId: before.id,
    targetLabel: before.name,
    summary: { codes: keys },
    before: pick(before),
    after: pick(after),
  });
  if (after.status === 'disabled') await pauseHosting(db, before.id, now);
  return true;
}

/**
 * Marks a personal account as deleted and wipes its token and those of its homepages. Assets bound through it stay, but deliver nothing
 * until another person authorises them.
 */
export async function markPersonDeleted({ db, now, audit }: ChangeContext, { id, name }: { id: number; name: string }): Promise<void> {
  await db
    .updateTable('personal_account')
    .set({ deleted_at: now, access_token_enc: null, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
  await sql`
    update homepage set page_token_enc = null, status = 'token_expired', updated_at = ${now}, version = version + 1
    where personal_account_id = ${id} and deleted_at is null`.execute(db);
  await endAssignments(db, 'personal_account', id, now);
  await pauseHosting(db, id, now);
  audit({ targetType: 'personal_account', targetId: id, targetLabel: name, summary: name, after: { deleted: true } });
}
