import { type Kysely, sql } from 'kysely';
import type { RemoteEntity } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { maskSecrets } from '../../people/index.ts';
import { type EntityLevel, platformColumn } from './levels.ts';

type Db = Kysely<Database>;

/** Keeps what the channel said about these objects of one account, with secrets masked. Objects that are unknown here are left out. */
export async function keepChannelObjects(
  db: Db,
  { accountId, level, remote, now }: { accountId: number; level: EntityLevel; remote: readonly RemoteEntity[]; now: Date },
): Promise<void> {
  const bodies = JSON.stringify(remote.map((entity) => ({ platform_id: entity.id, body: maskSecrets(entity) })));
  await sql`
    insert into channel_object (level, entity_id, body, created_at, updated_at)
    select ${level}, e.id, r.body, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${bodies}::jsonb) as r(platform_id text, body jsonb)
    join ${sql.table(level)} e on e.ad_account_id = ${accountId} and ${sql.ref(`e.${platformColumn[level]}`)} = r.platform_id
    order by e.id
    on conflict (level, entity_id) do update set body = excluded.body, updated_at = excluded.updated_at`.execute(db);
}

/** The object as the channel had it at the last sync; null before the first one. */
export async function loadChannelObject(db: Db, level: EntityLevel, id: number) {
  const found = await db
    .selectFrom('channel_object')
    .select(['body', 'updated_at'])
    .where('level', '=', level)
    .where('entity_id', '=', id)
    .executeTakeFirst();
  return found === undefined ? null : { body: found.body as Record<string, unknown>, syncedAt: found.updated_at };
}
