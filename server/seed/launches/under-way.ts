import type { LaunchedCampaign } from './launched.ts';
import { adItem, campaignItem, groupItem, type SeededBatch, type SeededItem } from './write-batches.ts';

const MINUTE = 60_000;
/** Whoever starts within the hour after the history finds it waiting still. */
const WAITS = 90 * MINUTE;

const canGoOn = ({ account, status, groups }: LaunchedCampaign): boolean =>
  status === 'ACTIVE' &&
  account.owner !== null &&
  account.biz === 'dj' &&
  account.account_status === 1 &&
  account.person_status === 'active' &&
  groups.some(({ ads }) => ads.length > 1);

/**
 * A launch in the midst of it: its films lie in the account, then the channel asked it to come back later. It is made like one of those
 * that run, goes on by itself when its time has come, and makes another campaign. Undefined where none is fit for that.
 */
export function batchUnderWay(launched: readonly LaunchedCampaign[], asOf: Date): SeededBatch | undefined {
  const like = launched.findLast(canGoOn);
  const group = like?.groups.find(({ ads }) => ads.length > 1);
  const owner = like?.account.owner ?? null;
  if (like === undefined || group === undefined || owner === null) return undefined;
  const { account, content } = like;
  const [date = ''] = asOf.toISOString().split('T');
  const name = `${content.code}_${group.countries[0] ?? ''}_${account.name}_${date.replaceAll('-', '')}_01`;
  const waitsUntil = new Date(asOf.getTime() + WAITS);
  const lane = `account ${account.id}`;
  const films = [...new Map(group.ads.map(({ material }) => [material.id, material])).values()];
  const uploads = films.map(({ id, title }): SeededItem => {
    const label = `${title} → ${account.name}`;
    return { target: 'material', id, label, parent: null, lane, params: { ad_account_id: account.id, step: 'upload', material_id: id } };
  });
  const top = uploads.length;
  const campaign = { ...campaignItem({ ...like, name, isCapped: false }, null), waitsUntil };
  const ads = group.ads.map((ad) => ({ ...adItem(like, group, ad, top + 1, null), waitsUntil }));
  const launch: SeededItem = {
    target: 'launch',
    id: null,
    label: name,
    parent: top,
    lane,
    params: { ad_account_id: account.id, step: 'launch', level: 'campaign', status: 'ACTIVE' },
    waitsUntil,
    closes: true,
  };
  const { scheme } = like;
  return {
    type: 'publish',
    level: null,
    user: owner,
    origin: '/advertising/publish',
    action: '/ad-publish/submit',
    summary: { zh: `1 个账户，${ads.length} 条广告`, en: `1 account, ${ads.length} ads` },
    params: { owner_user_id: owner, event: 'publish', on_empty: 'keep', accounts: 1, ads: ads.length, budget_day_usd: 12_000 },
    scheme: scheme === undefined ? null : { id: scheme.id, version: scheme.version },
    at: new Date(asOf.getTime() - 3 * MINUTE),
    items: [...uploads, campaign, { ...groupItem(like, { ...group, bid: null }, top, null), waitsUntil }, ...ads, launch],
  };
}
