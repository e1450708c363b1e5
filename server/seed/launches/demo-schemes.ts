import type { Kysely } from 'kysely';
import type { SchemeBody } from '#contracts/rules/scheme-body.ts';
import type { Database } from '#server/database/schema.ts';
import type { Inventory } from './inventory.ts';

const DAY = 86_400_000;

interface PlannedScheme {
  name: string;
  biz: 'dj' | 'ec';
  owner: string;
  countries: string[];
  budget: number;
  status?: 'draft' | 'disabled';
  isShared?: boolean;
  isCapped?: boolean;
  /** Its ads show posts. Nothing was published from it yet. */
  isOfPosts?: boolean;
  versions?: number;
}

const plans: readonly PlannedScheme[] = [
  { name: '美国短剧 · 测剧 ABO', biz: 'dj', owner: 'opt_01', countries: ['US'], budget: 6_000, versions: 3 },
  { name: '美国短剧 · 放量 CBO', biz: 'dj', owner: 'opt_01', countries: ['US', 'CA'], budget: 26_000, isShared: true },
  { name: 'US scaling, cost cap', biz: 'dj', owner: 'opt_02', countries: ['US', 'GB'], budget: 18_000, isCapped: true, versions: 2 },
  { name: '拉美西语 通投', biz: 'dj', owner: 'opt_04', countries: ['MX', 'ES'], budget: 9_000 },
  { name: '巴西 葡语 测剧', biz: 'dj', owner: 'opt_02', countries: ['BR'], budget: 4_000 },
  { name: '东南亚 IDR 低价', biz: 'dj', owner: 'opt_04', countries: ['ID'], budget: 4_000 },
  { name: '日韩 精投', biz: 'dj', owner: 'opt_07', countries: ['JP', 'KR'], budget: 9_000, versions: 2 },
  { name: '港台 通投', biz: 'dj', owner: 'opt_04', countries: ['HK', 'TW'], budget: 6_000, status: 'disabled' },
  { name: '英国 短剧 ABO', biz: 'dj', owner: 'opt_07', countries: ['GB'], budget: 6_000 },
  { name: '部门模板 · 北美短剧', biz: 'dj', owner: 'lead_a', countries: ['US', 'CA'], budget: 12_000, isShared: true, versions: 4 },
  { name: '新剧首测（草稿）', biz: 'dj', owner: 'opt_05', countries: ['US'], budget: 4_000, status: 'draft' },
  { name: 'BrightCart US sales', biz: 'ec', owner: 'opt_ec', countries: ['US'], budget: 12_000, versions: 2 },
  { name: 'BrightCart UK prospecting', biz: 'ec', owner: 'opt_ec', countries: ['GB'], budget: 9_000 },
  { name: '托管店铺 · 基础投放', biz: 'ec', owner: 'host_01', countries: ['US'], budget: 6_000 },
  { name: '美国短剧 · 帖子加热', biz: 'dj', owner: 'opt_01', countries: ['US'], budget: 6_000, isShared: true, isOfPosts: true },
];

export interface SeededScheme {
  id: number;
  biz: 'dj' | 'ec';
  /** When each version was written, the first one first. */
  versions: readonly Date[];
}

/** A typical scheme body; later versions have a higher budget. */
function createBody(plan: PlannedScheme, version: number, inventory: Inventory): SchemeBody | undefined {
  const content = inventory.contents[plan.biz].find(({ landings }) => landings.length > 0);
  const landing = content?.landings[0];
  const account = inventory.accounts.find((each) => each.biz === plan.biz && inventory.pageOf(each) !== undefined);
  const page = account === undefined ? undefined : inventory.pageOf(account);
  if (landing === undefined || page === undefined) return undefined;
  const isDrama = plan.biz === 'dj';
  return {
    goal: {
      objective: 'OUTCOME_SALES',
      optimization_goal: 'OFFSITE_CONVERSIONS',
      custom_event_type: 'PURCHASE',
      billing_event: 'IMPRESSIONS',
      attribution: '7d_click_1d_view',
    },
    money: {
      budget_level: plan.isShared ? 'campaign' : 'ad_group',
      budget_mode: 'daily',
      budget_usd: plan.budget + (version - 1) * 2_000,
      bid_strategy: plan.isCapped ? 'COST_CAP' : 'LOWEST_COST_WITHOUT_CAP',
      bid_usd: plan.isCapped ? 3_600 : null,
      roas_floor_bp: null,
    },
    audience: {
      countries: plan.countries,
      country_split: plan.countries.length > 1 ? 'per_group' : 'merged',
      age_min: 18,
      age_max: isDrama ? 65 : 55,
      genders: isDrama ? 'female' : 'all',
      locales: [],
      os: 'all',
      placement_mode: 'auto',
      placements: [],
      interests: [],
      exclude_payers: true,
    },
    time: { start_mode: 'now', start_at: null, end_at: null, dayparting: null },
    structure: { campaigns_per_account: 1, groups_per_campaign: 2, ads_per_group: 3, split_by: 'ad', on_empty: 'keep' },
    creative: {
      source: plan.isOfPosts ? 'post' : 'material',
      // A post has texts of its own.
      primary_texts: plan.isOfPosts ? [] : primaryTexts[plan.biz].slice(0, 3),
      headlines: plan.isOfPosts ? [] : headlines[plan.biz].slice(0, 2),
      descriptions: [],
      call_to_action: isDrama ? 'WATCH_MORE' : 'SHOP_NOW',
      text_rotation: 'round_robin',
    },
    identity: {
      site_id: landing.site_id,
      pixel_mode: 'site_default',
      pixel_id: null,
      homepage_mode: 'fixed',
      homepage_ids: [page.id],
      landing_mode: 'by_content',
      landing_page_ids: [],
    },
    naming: {
      campaign: '{content}_{country}_{account}_{date}_{seq}',
      ad_group: '{country}_{seq}',
      ad: '{material}_{landing}_{seq}',
    },
    launch: { initial_status: 'ACTIVE' },
  };
}

export const primaryTexts: Readonly<Record<'dj' | 'ec', readonly string[]>> = {
  dj: [
    'She signed the divorce papers. He signed the contract that would ruin him. Watch what happens next.',
    'Everyone laughed when the janitor sat in the CEO’s chair. Nobody laughs now.',
    'Tres años fingió ser pobre. Hoy vuelve por lo que es suyo.',
    'He lost his memory. She never lost her hope. Episode 1 is free.',
  ],
  ec: [
    'The lamp everyone asks about. Free shipping this week only.',
    'Small enough for a bag, strong enough for a morning. See it work.',
    'Sold out twice. Back in stock today.',
  ],
};

export const headlines: Readonly<Record<'dj' | 'ec', readonly string[]>> = {
  dj: ['Episode 1 is free', 'Watch the full story', 'Mira el capítulo 1'],
  ec: ['Free shipping today', 'Back in stock', 'See it work'],
};

/** Days between two versions of a scheme, so that each has launches of its own. */
const VERSION_DAYS = 10;
const writtenAt = (created: Date, at: number): Date => new Date(created.getTime() + at * VERSION_DAYS * DAY);

/**
 * Fifteen schemes: most enabled, one draft and one disabled, some with earlier versions, one of posts. Returns those that the launches are
 * made from.
 */
export async function seedSchemes(
  db: Kysely<Database>,
  inventory: Inventory,
  users: ReadonlyMap<string, number>,
  asOf: Date,
): Promise<SeededScheme[]> {
  const seeded: SeededScheme[] = [];
  for (const [index, plan] of plans.entries()) {
    const versions = plan.versions ?? 1;
    const owner = users.get(plan.owner);
    const bodies = Array.from({ length: versions }, (_, at) => createBody(plan, at + 1, inventory)).filter((body) => body !== undefined);
    if (owner === undefined || bodies.length === 0) throw new Error(`the demo scheme ${plan.name} has nothing to be made of`);
    const created = new Date(asOf.getTime() - (46 - index) * DAY);
    const { id } = await db
      .insertInto('scheme')
      .values({
        name: plan.name,
        biz: plan.biz,
        channel: 'meta',
        owner_user_id: owner,
        visibility: plan.isShared ? 'dept' : 'private',
        status: plan.status ?? 'enabled',
        current_version: versions,
        remark: plan.status === 'disabled' ? '账户被停用，暂不使用' : null,
        created_at: created,
        updated_at: created,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [at, body] of bodies.entries()) {
      const when = writtenAt(created, at);
      await db
        .insertInto('scheme_version')
        .values({ scheme_id: id, version: at + 1, body: JSON.stringify(body), created_by: owner, created_at: when, updated_at: when })
        .execute();
    }
    if (plan.status === undefined && !plan.isOfPosts)
      seeded.push({ id, biz: plan.biz, versions: bodies.map((_, at) => writtenAt(created, at)) });
  }
  return seeded;
}
