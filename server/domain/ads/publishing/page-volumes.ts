import { type Kysely, sql } from 'kysely';
import { AdPlatformError, type PageVolume } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { toPageLimit } from '../../assets/index.ts';
import { Refusal } from '../../refusal.ts';
import type { AccountGrant } from '../entities/index.ts';
import type { AccountTrees, AdNode } from './launch-items.ts';

/** The volumes of pages as an ad account tells them now; empty when it does not, because the known ones were checked already. */
export async function askPageVolumes({ platform, tok, account }: AccountGrant): Promise<PageVolume[]> {
  const volumes: PageVolume[] = [];
  try {
    for await (const volume of platform.pageVolumes(tok, account)) volumes.push(volume);
  } catch (error) {
    if (!(error instanceof AdPlatformError)) throw error;
  }
  return volumes;
}

interface Homepage {
  id: number;
  name: string;
  platform_page_id: string;
}

/** The first ad of a launch that its page has no room for. */
export interface PageOverflow {
  /** Position of the ad account in the launch, and of the ad among the nodes of the account. */
  account: number;
  node: number;
  /** Ads of the launch beyond the limit. */
  over: number;
  refusal: Refusal;
}

const refuseOverflow = ({ id, name }: Homepage, { ads, planned, limit }: { ads: number; planned: number; limit: number }): Refusal =>
  new Refusal('PAGE_AD_LIMIT', {
    data: { homepage_id: id, homepage: name, used: ads, limit },
    text: {
      zh: `主页「${name}」现有 ${ads} 条投放中或审核中的广告，上限 ${limit} 条，放不下本次的 ${planned} 条`,
      en: `The Page “${name}” has ${ads} ads running or in review and may have ${limit}: there is no room for ${planned} more`,
    },
  });

/** Keeps what the channel told about pages, and finds the pages that the launch would take over their limits. */
export async function findPageOverflows(
  db: Kysely<Database>,
  trees: readonly AccountTrees[],
  told: readonly PageVolume[],
): Promise<PageOverflow[]> {
  if (told.length === 0) return [];
  const volumes = new Map(told.map((volume) => [volume.page, volume]));
  const ads = trees.flatMap(({ nodes }, account) =>
    nodes.flatMap(({ level, node }, at) => (level === 'ad' ? [{ account, node: at, homepage_id: (node as AdNode).homepage_id }] : [])),
  );
  if (ads.length === 0) return [];
  const ids = [...new Set(ads.map(({ homepage_id }) => homepage_id))];
  const pages = await db.selectFrom('homepage').select(['id', 'name', 'platform_page_id', 'ad_limit']).where('id', 'in', ids).execute();
  const overflows: PageOverflow[] = [];
  for (const page of pages) {
    const volume = volumes.get(page.platform_page_id);
    if (volume === undefined) continue;
    const limit = volume.limit ?? page.ad_limit;
    const known = volume.limit === null ? page.ad_limit : toPageLimit(volume.limit);
    await sql`update homepage set ads_active = ${volume.ads}, ad_limit = ${known} where id = ${page.id}
      and (ads_active <> ${volume.ads} or ad_limit <> ${known})`.execute(db);
    const own = ads.filter(({ homepage_id }) => homepage_id === page.id);
    const room = Math.max(0, limit - volume.ads);
    const first = own[room];
    if (first === undefined) continue;
    const refusal = refuseOverflow(page, { ads: volume.ads, planned: own.length, limit });
    overflows.push({ account: first.account, node: first.node, over: own.length - room, refusal });
  }
  return overflows;
}
