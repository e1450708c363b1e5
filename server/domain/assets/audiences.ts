import { type Kysely, sql } from 'kysely';
import type { RemoteAudience } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { assetVisible } from '../people/index.ts';
import type { Caller } from '../work-context.ts';
import type { Grant } from './asset-kind.ts';

type Db = Kysely<Database>;

/** Audiences change seldom, and every listing costs a call. */
const RELIST_AFTER_MS = 12 * 3_600_000;

/** Lists the audiences of an account again when they are old. Those that are gone disappear here, too. */
export async function refreshAudiences(
  db: Db,
  { platform, tok }: Pick<Grant, 'platform' | 'tok'>,
  account: { id: number; platform_account_id: string; audiences_at: Date | null },
  now: Date,
): Promise<void> {
  if (account.audiences_at !== null && now.getTime() - account.audiences_at.getTime() < RELIST_AFTER_MS) return;
  const found: RemoteAudience[] = [];
  for await (const audience of platform.listAudiences(tok, account.platform_account_id)) found.push(audience);
  await db.transaction().execute(async (transaction) => {
    await sql`delete from audience where ad_account_id = ${account.id}`.execute(transaction);
    await sql`
      insert into audience (ad_account_id, platform_audience_id, name, kind, size, is_ready)
      select ${account.id}, x.id, x.name, x.kind, x.size, x.is_ready
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as x (id text, name text, kind text, size bigint, is_ready boolean)
      on conflict do nothing`.execute(transaction);
    await transaction.updateTable('ad_account').set({ audiences_at: now }).where('id', '=', account.id).execute();
  });
}

export interface KnownAudience {
  id: string;
  name: string;
  kind: RemoteAudience['kind'];
  size: number | null;
  is_ready: boolean;
  accounts: { id: number; label: string }[];
}

/** The audiences of the ad accounts that the caller sees, each with the accounts that may use it. */
export async function loadAudiences(db: Db, caller: Caller): Promise<KnownAudience[]> {
  const { rows } = await sql<KnownAudience>`
    select u.platform_audience_id as id, min(u.name) as name, min(u.kind) as kind, max(u.size) as size, bool_or(u.is_ready) as is_ready,
      jsonb_agg(jsonb_build_object('id', a.id, 'label', a.name) order by a.name) as accounts
    from audience u join ad_account a on a.id = u.ad_account_id
    where a.deleted_at is null and ${assetVisible(caller, 'ad_account', { id: sql`a.id`, authoriser: sql`a.personal_account_id` })}
    group by u.platform_audience_id order by min(u.kind), min(u.name), u.platform_audience_id limit 1000`.execute(db);
  return rows;
}

/** Ids of the audiences that each of the accounts has. */
export async function loadAudienceIds(db: Db, accountIds: readonly number[]): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ id: number; ids: string[] }>`
    select ad_account_id as id, array_agg(platform_audience_id) as ids from audience
    where ad_account_id = any(${[...accountIds]}::bigint[]) group by ad_account_id`.execute(db);
  return new Map(rows.map(({ id, ids }) => [id, new Set(ids)]));
}
