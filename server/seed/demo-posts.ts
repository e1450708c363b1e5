import type { Transaction } from 'kysely';
import { sandboxTables } from '#server/channel/sandbox/tables.ts';
import type { Database } from '#server/database/schema.ts';
import { postsObstacle } from '#server/domain/assets/index.ts';
import type { DemoContent } from './demo-content.ts';

export interface PostsInput {
  users: ReadonlyMap<string, number>;
  materials: DemoContent['materials'];
  /** The last day of the history. */
  asOf: Date;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
const POSTS = 40;
const writers = ['opt_01', 'opt_02', 'opt_05', 'opt_03', 'lead_a'] as const;

const texts = [
  'She signed the divorce papers. He signed the contract that would ruin him. 👉 Watch what happens next.',
  'Everyone laughed when the janitor sat in the CEO’s chair. Nobody laughs now.',
  'Tres años fingió ser pobre. Hoy vuelve por lo que es suyo.',
  '“You will regret this,” she said, and the whole ballroom fell silent.\n\nEpisode 1 is free.',
  'He lost his memory. She never lost her hope. All 80 episodes are out now.',
] as const;
const headlines = ['EP 1 is free', 'Watch the full story', 'Mira el capítulo 1', null, 'She came back'] as const;

/** Status of the n-th post: most are ready, and every other status occurs. */
const statusOf = (n: number): 'draft' | 'failed' | 'lost' | 'ready' => {
  if (n % 10 === 3) return 'draft';
  if (n % 13 === 7) return 'failed';
  return n % 17 === 11 ? 'lost' : 'ready';
};

/**
 * Forty posts on homepages of the demo company that accept posts. Ready posts exist on the simulated channel too, so that a
 * synchronisation finds them; lost ones do not.
 */
export async function seedPosts(db: Transaction<Database>, { users, materials, asOf }: PostsInput): Promise<number[]> {
  const pages = (
    await db.selectFrom('homepage').select(['id', 'platform_page_id', 'biz', 'status', 'tasks']).orderBy('id').execute()
  ).filter((page) => postsObstacle(page) === null);
  const landings = await db
    .selectFrom('landing_page')
    .select(['id', 'drama_id', 'product_id'])
    .where('status', '=', 'online')
    .orderBy('id')
    .execute();
  const channel = sandboxTables(db);
  const ids: number[] = [];
  // Iterates over materials and pages; a material without a suitable page or landing page is skipped.
  const usable = materials.filter(({ status }) => status === 'ready');
  for (let n = 0, turn = 0; n < POSTS && turn < usable.length * 3; turn += 1) {
    const material = usable[(turn * 7) % usable.length];
    const page = pages.filter(({ biz }) => biz === material?.biz)[turn % 3];
    const landing = landings.find((one) => one.drama_id === material?.drama_id && one.product_id === material?.product_id);
    if (material === undefined || page === undefined || landing === undefined) continue;
    const status = statusOf(n);
    const created = new Date(asOf.getTime() - ((n * 13) % 40) * DAY - (n % 24) * HOUR - DAY);
    const type = material.kind === 'video' ? ('video' as const) : n % 2 === 0 ? ('image' as const) : ('link' as const);
    const message = texts[n % texts.length] ?? '';
    const headline = headlines[n % headlines.length] ?? null;
    const published = n % 9 === 4;
    const platform = status === 'ready' || status === 'lost' ? `${page.platform_page_id}_${7_000_000_000_000 + n}` : null;
    const { id } = await db
      .insertInto('post')
      .values({
        homepage_id: page.id,
        platform_post_id: platform,
        type,
        material_id: material.id,
        landing_page_id: landing.id,
        message,
        headline,
        call_to_action: material.biz === 'dj' ? 'WATCH_MORE' : 'SHOP_NOW',
        published,
        status,
        eligible: status === 'ready',
        owner_user_id: users.get(material.biz === 'ec' ? 'opt_ec' : (writers[n % writers.length] ?? '')) ?? 0,
        error: status === 'failed' ? '(#368) The action attempted has been deemed abusive or is otherwise disallowed' : null,
        synced_at: platform === null ? null : new Date(asOf.getTime() - 2 * HOUR),
        created_at: created,
        updated_at: created,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (status === 'ready' && platform !== null) {
      await channel
        .insertInto('sbx_post')
        .values({
          id: platform,
          page_id: page.platform_page_id,
          tag: `demo-${n}`,
          type,
          message,
          headline,
          description: null,
          call_to_action: 'WATCH_MORE',
          link: null,
          sha256: null,
          published,
          scheduled_at: null,
          ready_at: created,
          fault: null,
          created_at: created,
          deleted_at: null,
        })
        .execute();
    }
    ids.push(id);
    n += 1;
  }
  return ids;
}
