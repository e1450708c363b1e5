import { createHash } from 'node:crypto';
import type { MaterialTable } from '#server/database/schema-content.ts';
import type { TestApp } from './app.ts';

const AT = new Date('2026-11-01T02:00:00Z');
const kept = { created_at: AT, updated_at: AT };
/** Above the codes of the demo company, which may be in the same database. */
const FIRST_CODE = 900_000;
/** Shared by the test file, because several instances may write into one database. */
let serial = 0;

type Given = Partial<{ [K in keyof MaterialTable]: MaterialTable[K] extends { __select__: infer V } ? V : MaterialTable[K] }>;

/** Writes rows of dramas, products, sites and materials directly to the database. */
export function contentFixtures(server: () => Pick<TestApp, 'db'>) {
  const next = () => {
    serial += 1;
    return serial;
  };
  const idOf = async (account: string): Promise<number> =>
    (await server().db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;

  async function drama(more: Record<string, unknown> = {}): Promise<number> {
    const n = next();
    const values = {
      code: `T-${n}`,
      title: `短剧 ${n}`,
      language: 'en',
      genres: ['romance'],
      episodes_total: 60,
      free_episodes: 8,
      price_model: 'coin' as const,
      ...kept,
      ...more,
    };
    return (await server().db.insertInto('drama').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function site(more: Record<string, unknown> = {}): Promise<number> {
    const n = next();
    const values = {
      biz: 'ec' as const,
      name: `站点 ${n}`,
      domain: `shop${n}.test`,
      kind: 'shop' as const,
      url_tags: 'ad_id={{ad.id}}',
      verify_method: 'dns_txt' as const,
      verify_token: `t${n}`,
      created_by: await idOf('admin'),
      ...kept,
      ...more,
    };
    return (await server().db.insertInto('site').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function product(site_id: number, more: Record<string, unknown> = {}): Promise<number> {
    const n = next();
    const values = {
      sku: `SKU-${n}`,
      name: `商品 ${n}`,
      site_id,
      price: 1_999,
      currency: 'USD',
      url: `https://shop.test/${n}`,
      ...kept,
      ...more,
    };
    return (await server().db.insertInto('product').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  /** A ready short drama video that `by` uploaded, created and owns. */
  async function material(by: string, more: Given & { drama_id?: number | null } = {}): Promise<number> {
    const n = next();
    const user = await idOf(by);
    const values = {
      code: `M${FIRST_CODE + n}`,
      biz: 'dj' as const,
      kind: 'video' as const,
      drama_id: more.biz === 'ec' ? null : (more.drama_id ?? (await drama())),
      title: `素材 ${n}`,
      file_key: `material/${n}`,
      sha256: createHash('sha256').update(`material ${n}`).digest('hex'),
      size_bytes: 1_000 + n,
      mime: 'video/mp4' as const,
      width: 1_080,
      height: 1_920,
      duration_ms: 30_000,
      ratio: '9:16' as const,
      language: 'en',
      creator_user_id: user,
      uploader_user_id: user,
      owner_user_id: user,
      status: 'ready' as const,
      ...kept,
      ...more,
    };
    return (await server().db.insertInto('material').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  return { drama, site, product, material, idOf };
}
