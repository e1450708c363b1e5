import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { stageAfterDecision } from '#contracts/rules/drama-evaluation.ts';
import { cast } from '#contracts/states/cast.ts';
import type { ContentSituations } from '#contracts/states/content-situations.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;
type Given<Name extends keyof ContentSituations> = ContentSituations[Name];

const timestamps = () => ({ created_at: new Date(), updated_at: new Date() });

/** A key in the format of the file storage. */
const createKey = (ending: string) => `materials/ab/${'ab'.repeat(16)}.${ending}`;

export const contentIdTables = ['drama', 'drama_evaluation', 'product', 'material', 'site'];

export async function addDrama(db: Db, given: Given<'a drama exists'>): Promise<void> {
  await db
    .insertInto('drama')
    .values({
      ...given,
      language: 'en',
      genres: ['romance'],
      episodes_total: 80,
      free_episodes: 10,
      price_model: 'coin',
      online_at: '2026-11-01',
      ...timestamps(),
    })
    .execute();
}

const THRESHOLDS = { roi_d0: 0.6, pay_rate: 0.045, cost_per_payer_usd: 4_000, ctr_link: 0.012, hold_rate: 0.3 };

/** Fields of a round after the other rounds of its drama. */
const evaluationFields = ({ owner, drama_id, ...given }: Given<'a drama is evaluated'>) => ({
  ...given,
  drama_id,
  round: sql<number>`(select count(*) + 1 from drama_evaluation other where other.drama_id = ${drama_id})`,
  owner_user_id: owner,
  date_from: '2026-11-10',
  test_budget_usd: 100_000,
  thresholds: JSON.stringify(THRESHOLDS),
  ...timestamps(),
});

export async function addEvaluation(db: Db, given: Given<'a drama is evaluated'>): Promise<void> {
  await db.updateTable('drama').set({ stage: 'testing' }).where('id', '=', given.drama_id).execute();
  await db.insertInto('drama_evaluation').values(evaluationFields(given)).execute();
}

export async function addDecidedEvaluation(
  db: Db,
  { decision, note, ...given }: Given<'an evaluation of a drama was decided'>,
): Promise<void> {
  const stage = stageAfterDecision(decision, 'testing');
  await db.updateTable('drama').set({ stage }).where('id', '=', given.drama_id).execute();
  const decided = { decision, note, decided_by: given.owner, decided_at: new Date(), date_to: '2026-11-16' };
  await db
    .insertInto('drama_evaluation')
    .values({ ...evaluationFields(given), ...decided })
    .execute();
}

export async function addProduct(db: Db, { site, ...given }: Given<'a product exists'>): Promise<void> {
  const creator = await db.selectFrom('sys_user').select('id').orderBy('id').executeTakeFirstOrThrow();
  await db
    .insertInto('site')
    .values({
      ...site,
      biz: 'ec',
      kind: 'shop',
      url_tags: 'ad_id={{ad.id}}',
      verify_method: 'dns_txt',
      verify_token: 'token',
      created_by: creator.id,
      ...timestamps(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await db
    .insertInto('product')
    .values({ ...given, site_id: site.id, price: 1_999, currency: 'USD', url: `https://${site.domain}/goods`, ...timestamps() })
    .execute();
}

export async function addMaterial(db: Db, { content_id, owner, biz, status, ...given }: Given<'a material exists'>): Promise<void> {
  const isRead = status !== 'failed';
  await db
    .insertInto('material')
    .values({
      ...given,
      biz,
      status,
      kind: 'video',
      drama_id: biz === 'dj' ? content_id : null,
      product_id: biz === 'ec' ? content_id : null,
      // The files need not exist: the server signs their addresses and nobody fetches them.
      file_key: createKey('mp4'),
      cover_key: isRead ? createKey('jpg') : null,
      sha256: createHash('sha256').update(given.code).digest('hex'),
      size_bytes: 2_048,
      mime: 'video/mp4',
      ...(isRead ? { width: 1_080, height: 1_920, duration_ms: 30_000, ratio: '9:16' as const } : { fail_reason: 'BROKEN' }),
      language: 'en',
      tags: ['甜宠'],
      creator_user_id: owner,
      uploader_user_id: owner,
      owner_user_id: owner,
      ...timestamps(),
    })
    .execute();
}

export async function copyMaterial(db: Db, given: Given<'a material is in an ad account'>): Promise<void> {
  await db
    .insertInto('material_asset')
    .values({ ...given, platform_asset_id: '1', status: 'ready', ...timestamps() })
    .execute();
}

export async function addSettledMonth(
  db: Db,
  { creator_id, month, spend_usd, roi_d0 }: Given<'a month of an editor was settled'>,
): Promise<void> {
  const metrics = { uploaded: 4, used: 3, hits: 1, spend_usd, revenue_usd: spend_usd, roi_d0 };
  await db
    .insertInto('creator_month_settlement')
    .values({ creator_user_id: creator_id, month: `${month}-01`, biz: 'dj', metrics: JSON.stringify(metrics), settled_at: new Date() })
    .execute();
}

/** Adds `count` rows of one list. */
export async function addManyOfContent(
  db: Db,
  of: 'dramas' | 'drama evaluations' | 'products' | 'materials',
  count: number,
): Promise<void> {
  const n = sql`generate_series(1, ${count}::int) n`;
  if (of === 'products') {
    await sql`
      insert into site (biz, name, domain, kind, url_tags, verify_method, verify_token, created_by, created_at, updated_at)
      values ('ec', 'many', 'many.test', 'shop', 'ad_id={{ad.id}}', 'dns_txt', 'contract', ${cast.admin.id}, now(), now())`.execute(db);
    await sql`
      insert into product (sku, name, site_id, price, currency, url, created_at, updated_at)
      select 'N' || n, 'n' || n, s.id, 100, 'USD', 'https://many.test/', now(), now() from site s, ${n}`.execute(db);
    return;
  }
  await sql`
    insert into drama (code, title, language, genres, episodes_total, free_episodes, price_model, created_at, updated_at)
    select 'N' || n, 'n' || n, 'en', '{romance}', 80, 10, 'coin', now(), now() from ${n}`.execute(db);
  if (of === 'dramas') return;
  if (of === 'drama evaluations') {
    await sql`
      insert into drama_evaluation (drama_id, round, owner_user_id, date_from, test_budget_usd, thresholds, created_at, updated_at)
      select d.id, 1, ${cast.admin.id}, '2026-11-10', 100000, ${JSON.stringify(THRESHOLDS)}::jsonb, now(), now() from drama d`.execute(db);
    return;
  }
  await sql`
    insert into material (code, biz, status, kind, drama_id, title, file_key, sha256, size_bytes, mime, language, creator_user_id,
      uploader_user_id, owner_user_id, created_at, updated_at)
    select d.code, 'dj', 'ready', 'video', d.id, d.title, ${createKey('mp4')}, lpad(d.id::text, 64, '0'), 1, 'video/mp4', 'en', ${cast.admin.id},
      ${cast.admin.id}, ${cast.admin.id}, now(), now() from drama d`.execute(db);
}
