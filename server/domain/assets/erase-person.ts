import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { deletePersonalAccount } from '#contracts/endpoints/personal-accounts.ts';
import type { Connector } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { writeOpLog } from '../people/index.ts';
import type { AuditEntry } from '../work-context.ts';
import { markPersonDeleted } from './personal.changes.ts';

type Db = Kysely<Database>;

/** Keys of values in the operation log that tell who a person is. */
const PERSONAL_KEYS = ['name', 'platform_user_id', 'holder_name', 'contact', 'consent_note', 'remark'];
/** Values of assets name the person who authorises them. */
const AUTHORISER_KEY = ['authoriser'];
const ASSETS = ['ad_account', 'homepage', 'pixel'] as const;

interface StoredPerson {
  id: number;
  name: string;
  platform_user_id: string;
  holder_name: string | null;
  deleted_at: Date | null;
}

const without = (column: string, keys: readonly string[]) =>
  sql`case jsonb_typeof(${sql.ref(column)}) when 'object' then ${sql.ref(column)} - ${[...keys]}::text[] else ${sql.ref(column)} end`;
const replaceInJson = (column: string, oldText: string, newText: string) =>
  sql`replace(${sql.ref(column)}::text, trim(both '"' from to_json(${oldText}::text)::text), ${newText})::jsonb`;

/** Removes who the person is from everything that was noted about them and about the assets they authorise. */
async function eraseTraces(db: Db, { id, name, platform_user_id, holder_name }: StoredPerson, label: string): Promise<void> {
  const links = await sql<{ id: number }>`
    update auth_link set holder = null, result = ${without('result', ['data'])}
    where personal_account_id = ${id} or result ->> 'personal_account_id' = ${String(id)} returning id`.execute(db);
  const linkIds = links.rows.map((link) => link.id);
  for (const text of [name, holder_name]) {
    if (text === null || text === '') continue;
    await sql`select op_log_erase('personal_account', ${[id]}::bigint[], ${text}, ${label}, ${PERSONAL_KEYS}::text[])`.execute(db);
    await sql`select op_log_erase('auth_link', ${linkIds}::bigint[], ${text}, ${label}, ${PERSONAL_KEYS}::text[])`.execute(db);
  }
  for (const asset of ASSETS) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(asset)} where personal_account_id = ${id}`.execute(db);
    const ids = rows.map((row) => row.id);
    await sql`select op_log_erase(${asset}, ${ids}::bigint[], ${name}, ${label}, ${AUTHORISER_KEY}::text[])`.execute(db);
    await sql`
      update batch_item set before = ${without('before', AUTHORISER_KEY)}, after = ${without('after', AUTHORISER_KEY)}
      where target_type = ${asset} and target_id = any(${ids}::bigint[])`.execute(db);
  }
  await sql`
    update batch_item set label = ${label}, before = ${without('before', PERSONAL_KEYS)}, after = ${without('after', PERSONAL_KEYS)}
    where target_type = 'personal_account' and target_id = ${id}`.execute(db);
  // Failures of other objects name the person whose authorisation is lacking.
  await sql`
    update batch_item set data = jsonb_set(data, '{name}', to_json(${label}::text)::jsonb), message = null where data ->> 'personal_account_id' = ${String(id)}`.execute(
    db,
  );
  await sql`
    update batch set summary = ${replaceInJson('summary', name, label)}
    where summary::text like '%' || trim(both '"' from to_json(${name}::text)::text) || '%'
      and id in (select batch_id from batch_item where data ->> 'personal_account_id' = ${String(id)} or target_type = any(${[...ASSETS]}::text[]))`.execute(
    db,
  );
  await sql`
    update alert set data = jsonb_set(data, '{name}', to_json(${label}::text)::jsonb), link = null
    where dedupe_key like ${`token:${id}:%`} or dedupe_key like ${`hosting:${id}:%`}`.execute(db);
  await sql`update incident set name = ${label} where subject_type = 'authorisation' and subject_key = ${String(id)}`.execute(db);
  await sql`
    update cron_run set log = replace(replace(log, ${platform_user_id}, ${label}), ${name}, ${label})
    where log like ${`%${platform_user_id}%`}`.execute(db);
}

/**
 * Deletes what is stored about a person of a channel who asked for it: their tokens, their name, and everything else that tells who they
 * are. What belongs to the company stays: the assets, and who of the company did what when. Returns the code by which the person can ask
 * about it.
 */
export async function erasePerson(
  { db, now, address }: { db: Db; now: Date; address: string },
  { connector, user_id }: { connector: Connector; user_id: string },
): Promise<string> {
  const code = randomBytes(16).toString('base64url');
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<StoredPerson>`
      select id, name, platform_user_id, holder_name, deleted_at from personal_account
      where connector = ${connector} and platform_user_id = ${user_id} order by id for update`.execute(transaction);
    const entries: Parameters<typeof writeOpLog>[1][number][] = [];
    const common = { at: now, userId: null, account: 'system', action: deletePersonalAccount.path, ip: address, ok: true, code: 0, ms: 0 };
    for (const person of rows) {
      const label = `#${person.id}`;
      const erased = { name: label, platform_user_id: `erased-${person.id}`, access_token_enc: null, scopes: [] };
      const unknown = { remark: null, holder_name: null, contact: null, consent_note: null, last_error: null };
      await transaction
        .updateTable('personal_account')
        .set({ ...erased, ...unknown, updated_at: now })
        .where('id', '=', person.id)
        .execute();
      const audit = ({ targetType, targetId, targetLabel, summary }: AuditEntry) =>
        void entries.push({ ...common, targetType, targetId, targetLabel, summary, after: { erased: true } });
      if (person.deleted_at === null) await markPersonDeleted({ db: transaction, now, audit }, { id: person.id, name: label });
      else audit({ targetType: 'personal_account', targetId: person.id, targetLabel: label, summary: label });
      await eraseTraces(transaction, person, label);
    }
    await writeOpLog(transaction, entries);
    await transaction.insertInto('person_erasure').values({ code, connector, accounts: rows.length, created_at: now }).execute();
  });
  return code;
}

/** When the erasure with this code was done; null when there is none. */
export async function findErasure(db: Db, code: string): Promise<Date | null> {
  const found = await db.selectFrom('person_erasure').select('created_at').where('code', '=', code.slice(0, 100)).executeTakeFirst();
  return found?.created_at ?? null;
}
