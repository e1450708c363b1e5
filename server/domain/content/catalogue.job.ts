import { type Kysely, sql } from 'kysely';
import type { CatalogueDrama, CatalogueProduct } from '#server/channel/catalogue-source.ts';
import type { Database } from '#server/database/schema.ts';
import { readFeed } from '../feed-reading.ts';
import type { Job } from '../jobs/index.ts';
import { changesBetween, writeOpLog } from '../people/index.ts';
import { Refusal } from '../refusal.ts';
import { type DramaFields, insertDrama, lockDrama, updateDrama } from './dramas.repository.ts';
import { DRAMA } from './dramas.routes.ts';
import { requireValidDrama } from './dramas.rules.ts';
import { insertProduct, lockProduct, type ProductFields, updateProduct } from './products.repository.ts';
import { PRODUCT } from './products.routes.ts';
import { isOnDomain } from './products.rules.ts';

type Db = Kysely<Database>;
type Outcome = 'written' | 'unchanged' | 'refused';

/** The row with this code: its id, `deleted` when users deleted it, undefined when it is new. */
async function findKnown(db: Db, table: 'drama' | 'product', key: string): Promise<number | 'deleted' | undefined> {
  const column = table === 'drama' ? 'code' : 'sku';
  const { rows } = await sql<{ id: number; is_deleted: boolean }>`
    select id, deleted_at is not null as is_deleted from ${sql.table(table)} where ${sql.ref(column)} = ${key}
    order by deleted_at is not null, id desc limit 1`.execute(db);
  const [found] = rows;
  return found?.is_deleted ? 'deleted' : found?.id;
}

interface Change {
  targetType: string;
  targetId: number;
  label: string;
  before: object | null;
  after: object;
}

const logChange = (db: Db, { targetType, targetId, label, before, after }: Change, now: Date): Promise<void> =>
  writeOpLog(db, [
    {
      targetType,
      targetId,
      targetLabel: label,
      summary: { codes: before === null ? ['new in the catalogue'] : Object.keys(after) },
      before,
      after,
      at: now,
      userId: null,
      account: 'system',
      action: 'cron:catalog.pull',
      ip: '',
      ok: true,
      code: 0,
      ms: 0,
    },
  ]);

/** Takes the fields of the catalogue over. Target, stage, status and cover belong to the users, who also decide on deleted dramas. */
async function takeDrama(db: Db, { cursor: _cursor, code, ...fields }: CatalogueDrama, now: Date): Promise<Outcome> {
  requireValidDrama(fields);
  const known = await findKnown(db, 'drama', code);
  if (known === 'deleted') return 'unchanged';
  if (known === undefined) {
    const drama = { ...fields, target_roi_d0_bp: 6_000, status: 'on' as const, cover_key: null };
    const id = await insertDrama(db, { ...drama, code, now });
    await logChange(db, { targetType: DRAMA, targetId: id, label: code, before: null, after: drama }, now);
    return 'written';
  }
  const before = await lockDrama(db, known);
  const changes = before && changesBetween<DramaFields>(before, fields);
  if (!changes) return 'unchanged';
  await updateDrama(db, known, changes.after, now);
  await logChange(db, { targetType: DRAMA, targetId: known, label: code, ...changes }, now);
  return 'written';
}

async function takeProduct(db: Db, { cursor: _cursor, sku, ...given }: CatalogueProduct, now: Date): Promise<Outcome> {
  const sites = await db.selectFrom('site').select(['id', 'domain']).where('biz', '=', 'ec').where('deleted_at', 'is', null).execute();
  const site = sites.find(({ domain }) => isOnDomain(given.url, domain));
  const currency = await db.selectFrom('currency').select('code').where('code', '=', given.currency).executeTakeFirst();
  if (site === undefined || currency === undefined || given.price <= 0) return 'refused';
  const fields = { ...given, site_id: site.id };
  const known = await findKnown(db, 'product', sku);
  if (known === 'deleted') return 'unchanged';
  if (known === undefined) {
    const product = { ...fields, status: 'on' as const, cover_key: null };
    const id = await insertProduct(db, { ...product, sku, now });
    await logChange(db, { targetType: PRODUCT, targetId: id, label: sku, before: null, after: product }, now);
    return 'written';
  }
  const before = await lockProduct(db, known);
  const changes = before && changesBetween<ProductFields>(before, fields);
  if (!changes) return 'unchanged';
  await updateProduct(db, known, changes.after, now);
  await logChange(db, { targetType: PRODUCT, targetId: known, label: sku, ...changes }, now);
  return 'written';
}

/** Reads what changed in the catalogue. A faulty row is logged and does not block the others. */
export const pullCatalogue: Job = {
  key: 'catalog.pull',
  name: { zh: '剧目/商品同步', en: 'Pull dramas and products' },
  cron: '0 20 * * *',
  timeoutS: 600,
  core: false,
  allowManual: true,
  async run({ db, now, signal, log, catalogue }) {
    const written = { dramas: 0, products: 0 };
    const takeRow = async (kind: keyof typeof written, key: string, take: (transaction: Db) => Promise<Outcome>) => {
      signal.throwIfAborted();
      const outcome = await db
        .transaction()
        .execute(take)
        .catch((error: unknown): Outcome => {
          if (error instanceof Refusal) return 'refused';
          throw error;
        });
      if (outcome === 'written') written[kind] += 1;
      if (outcome === 'refused') log(`${key}: the catalogue is wrong about it`);
    };
    const dramas = await readFeed(db, 'dramas', {
      now,
      signal,
      read: (since) => catalogue.dramas(since),
      take: async (rows) => {
        for (const row of rows) await takeRow('dramas', row.code, (transaction) => takeDrama(transaction, row, now));
      },
    });
    const products = await readFeed(db, 'products', {
      now,
      signal,
      read: (since) => catalogue.products(since),
      take: async (rows) => {
        for (const row of rows) await takeRow('products', row.sku, (transaction) => takeProduct(transaction, row, now));
      },
    });
    return {
      rowsIn: dramas + products,
      rowsOut: written.dramas + written.products,
      message: `${written.dramas} dramas, ${written.products} products`,
    };
  },
};
