import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { StoredFileType } from '#server/domain/files.ts';
import { demoDramas, demoProducts } from './demo-catalogue.ts';
import { type SampleFile, type SampleRatio, samplePicture, sampleVideo } from './sample-media.ts';

type Db = Transaction<Database>;

/** Input of the demo content. */
export interface ContentInput {
  /** Ids of the demo users by account. */
  users: ReadonlyMap<string, number>;
  /** E-commerce sites with their domains; products are distributed over them. */
  shops: readonly { id: number; domain: string }[];
  /** The last day of the history. */
  asOf: Date;
  /** Stores bytes and returns their key; null creates no files, for databases whose files are never played. */
  store: ((bytes: Uint8Array, type: StoredFileType) => Promise<string>) | null;
}

/** Ids that later parts of the demo set use. */
export interface DemoContent {
  /** By code. */
  dramas: ReadonlyMap<string, number>;
  /** By SKU. */
  products: ReadonlyMap<string, number>;
  /** In the order they were created. */
  materials: readonly {
    id: number;
    code: string;
    biz: 'dj' | 'ec';
    kind: 'video' | 'image';
    status: string;
    drama_id: number | null;
    product_id: number | null;
    owner: string;
  }[];
}

const DAY_MS = 86_400_000;
const MATERIALS = 120;
const ratios: readonly SampleRatio[] = ['9:16', '9:16', '9:16', '4:5', '1:1', '16:9', 'other'];
const creators = ['edit_01', 'edit_02', 'edit_03'] as const;
const uploaders = ['edit_01', 'opt_01', 'edit_02', 'opt_05', 'edit_03', 'opt_02', 'edit_01'] as const;
const tagPool = ['反转', '甜宠', '高能', '前三秒', '真人', '字幕大', '新版'] as const;

/** An instant before the last day of the history. */
const daysBefore = (asOf: Date, days: number, minutes = 0): Date => new Date(asOf.getTime() - days * DAY_MS - minutes * 60_000);
const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

async function seedDramas(db: Db, asOf: Date): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [index, { online, copyright, ...drama }] of demoDramas.entries()) {
    const at = daysBefore(asOf, 70 - index * 3);
    const { id } = await db
      .insertInto('drama')
      .values({
        ...drama,
        genres: [...drama.genres],
        online_at: online === null ? null : dateOf(daysBefore(asOf, online)),
        copyright_until: copyright === null ? null : dateOf(daysBefore(asOf, -copyright)),
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(drama.code, id);
  }
  return ids;
}

async function seedProducts(db: Db, { asOf, shops }: ContentInput): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [index, { slug, ...product }] of demoProducts.entries()) {
    const shop = shops[index % shops.length];
    if (shop === undefined) throw new Error('the demo products need a shop');
    const at = daysBefore(asOf, 60 - index * 4);
    const { id } = await db
      .insertInto('product')
      .values({ ...product, site_id: shop.id, url: `https://${shop.domain}/products/${slug}`, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(product.sku, id);
  }
  return ids;
}

type Status = 'ready' | 'failed' | 'archived' | 'blocked';

/** Materials with a special case; all others are ready and used. */
const specialCases: Readonly<
  Record<number, { status?: Status; fail_reason?: string; hit_level?: 'hit' | 'potential'; unused?: true; note: string }>
> = {
  2: { hit_level: 'hit', note: '爆款' },
  9: { hit_level: 'potential', note: '潜力' },
  14: { unused: true, note: '从未使用' },
  21: { status: 'failed', fail_reason: 'PROCESSING_TIMEOUT', unused: true, note: '处理失败' },
  27: { status: 'failed', fail_reason: 'HASH_MISMATCH', unused: true, note: '校验失败' },
  33: { status: 'archived', note: '已归档' },
  40: { status: 'blocked', note: '已封禁' },
  47: { hit_level: 'hit', note: '爆款二' },
  58: { unused: true, note: '刚上传' },
  77: { hit_level: 'potential', note: '潜力二' },
  92: { status: 'archived', note: '旧版' },
  101: { unused: true, note: '待投放' },
};

/** Creates a unique file with a drawn cover. Without a store, only keys that lead nowhere. */
async function createFile(code: string, kind: 'video' | 'image', ratio: SampleRatio, seconds: number, store: ContentInput['store']) {
  if (store === null) {
    const sha256 = createHash('sha256').update(code).digest('hex');
    return {
      sha256,
      size_bytes: 40_000 + seconds * 1_000,
      width: null,
      height: null,
      duration_ms: null,
      codec: null,
      file_key: `demo/${code}`,
      cover_key: null,
    };
  }
  const picture = await samplePicture({ code, ratio });
  const file: SampleFile = kind === 'video' ? await sampleVideo({ code, ratio, seconds }) : picture;
  return {
    sha256: file.sha256,
    size_bytes: file.bytes.length,
    width: file.width,
    height: file.height,
    duration_ms: file.durationMs,
    codec: file.codec,
    file_key: await store(file.bytes, kind === 'video' ? 'video/mp4' : 'image/jpeg'),
    cover_key: await store(picture.bytes, 'image/jpeg'),
  };
}

async function seedMaterials(db: Db, input: ContentInput, dramas: ReadonlyMap<string, number>, products: ReadonlyMap<string, number>) {
  const { asOf, users, store } = input;
  const userId = (account: string) => {
    const id = users.get(account);
    if (id === undefined) throw new Error(`the demo set has nobody called ${account}`);
    return id;
  };
  const createMaterial = async (n: number) => {
    const isShop = n % 4 === 3;
    // Every fourth material is for e-commerce; dramas and products take turns.
    const drama = demoDramas[(n - Math.floor(n / 4)) % demoDramas.length];
    const product = demoProducts[Math.floor(n / 4) % demoProducts.length];
    const kind = isShop ? (n % 8 === 3 ? 'video' : 'image') : n % 6 === 4 ? 'image' : 'video';
    const ratio = ratios[n % ratios.length] ?? '9:16';
    const special = specialCases[n] ?? { note: '' };
    const code = `M${String(n + 1).padStart(6, '0')}`;
    const owner = isShop ? 'opt_ec' : (uploaders[n % uploaders.length] ?? 'edit_01');
    const at = daysBefore(asOf, Math.floor((MATERIALS - n) / 3), (n * 37) % 600);
    const isUsed = special.unused !== true;
    const subject = isShop ? product?.name : drama?.title;
    const facts = await createFile(code, kind, ratio, 5 + (n % 11), store);
    const failed = special.status === 'failed';
    const row = {
      code,
      biz: isShop ? ('ec' as const) : ('dj' as const),
      kind: kind as 'video' | 'image',
      drama_id: isShop ? null : (dramas.get(drama?.code ?? '') ?? null),
      product_id: isShop ? (products.get(product?.sku ?? '') ?? null) : null,
      title: [subject, special.note, String(n + 1).padStart(3, '0')].filter((part) => part !== '').join(' · '),
      ...facts,
      mime: kind === 'video' ? ('video/mp4' as const) : ('image/jpeg' as const),
      ...(failed ? { width: null, height: null, duration_ms: null, codec: null, cover_key: null } : {}),
      ratio: failed ? null : ratio,
      language: isShop ? 'en' : (drama?.language ?? 'en'),
      creator_user_id: userId(isShop ? owner : (creators[n % creators.length] ?? 'edit_01')),
      uploader_user_id: userId(owner),
      owner_user_id: userId(owner),
      visibility: n % 5 === 0 ? ('private' as const) : n % 3 === 0 ? ('dept' as const) : ('company' as const),
      tags: [...new Set([tagPool[n % tagPool.length], tagPool[(n * 3) % tagPool.length]].flatMap((tag) => tag ?? []))],
      parent_material_id: null,
      status: special.status ?? ('ready' as const),
      fail_reason: special.fail_reason ?? null,
      hit_level: special.hit_level ?? ('none' as const),
      first_used_at: isUsed ? new Date(at.getTime() + 6 * 3_600_000) : null,
      created_at: at,
      updated_at: at,
    };
    return { row, owner };
  };
  // Files are created in parallel.
  const made = await Promise.all(Array.from({ length: MATERIALS }, (_, n) => createMaterial(n)));
  const rows = made.map(({ row }) => row);
  const ids = await db.insertInto('material').values(rows).returning('id').execute();
  const materials = made.map(({ row: { code, biz, kind, status, drama_id, product_id }, owner }, n) => {
    const id = ids[n]?.id;
    if (id === undefined) throw new Error(`the demo material ${code} was not written`);
    return { id, code, biz, kind, status, drama_id, product_id, owner };
  });
  await linkVersions(db, materials);
  return materials;
}

/** Links three materials of one drama to a chain of versions. */
async function linkVersions(db: Db, made: DemoContent['materials']): Promise<void> {
  const [first, second, third] = [0, 16, 32].map((n) => made[n]);
  if (first === undefined || second === undefined || third === undefined) return;
  await db.updateTable('material').set({ parent_material_id: first.id }).where('id', '=', second.id).execute();
  await db.updateTable('material').set({ parent_material_id: second.id }).where('id', '=', third.id).execute();
}

/**
 * Twelve dramas, eight products and 120 materials with small unique files. They include a drama online since the day before, one whose
 * copyright ends within a week, one that is off, unused, hit, failed, archived and blocked materials, every ratio and a chain of
 * versions. The result is always the same.
 */
export async function seedContent(db: Db, input: ContentInput): Promise<DemoContent> {
  const dramas = await seedDramas(db, input.asOf);
  const products = await seedProducts(db, input);
  return { dramas, products, materials: await seedMaterials(db, input, dramas, products) };
}
