import type { Kysely } from 'kysely';
import type { HomeSituations } from '#contracts/states/home-situations.ts';
import type { Database } from '#server/database/schema.ts';

/** Children first. */
export const homeTables = ['alert'] as const;
export const homeIdTables = ['alert'] as const;

export async function addAlert(db: Kysely<Database>, { id, user_id, read }: HomeSituations['somebody was told of a batch']): Promise<void> {
  const data = { summary: { zh: '关闭 40 个广告系列', en: 'Close 40 campaigns' }, ok: 37, fail: 3, unknown: 0, total: 40 };
  const alert = {
    id,
    user_id,
    level: 'warn' as const,
    kind: 'batch_done' as const,
    data: JSON.stringify(data),
    link: '/advertising/copy-log?keyword=900',
    read_at: read ? new Date() : null,
    dedupe_key: `batch:${id}`,
    created_at: new Date(),
  };
  await db
    .insertInto('alert')
    .values(alert as never)
    .execute();
}
