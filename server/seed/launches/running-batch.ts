import type { LaunchedCampaign } from './expand-plan.ts';
import { adItem, campaignItem, groupItem, type SeededBatch, type SeededItem } from './write-batches.ts';

const MINUTE = 60_000;
/** Long enough that a server started within an hour after the history still finds it waiting. */
const WAIT_MS = 90 * MINUTE;

const canContinue = ({ account, status, groups }: LaunchedCampaign): boolean =>
  status === 'ACTIVE' &&
  account.owner !== null &&
  account.biz === 'dj' &&
  account.account_status === 1 &&
  account.person_status === 'active' &&
  groups.some(({ ads }) => ads.length > 1);

/**
 * A launch in progress: its materials are uploaded, and the channel has throttled the rest. It resembles a running launch, continues when
 * its time has come, and creates another campaign. Undefined when no launch is suitable.
 */
export function createRunningBatch(launched: readonly LaunchedCampaign[], asOf: Date): SeededBatch | undefined {
  const template = launched.findLast(canContinue);
  const group = template?.groups.find(({ ads }) => ads.length > 1);
  const owner = template?.account.owner ?? null;
  if (template === undefined || group === undefined || owner === null) return undefined;
  const { account, content } = template;
  const [date = ''] = asOf.toISOString().split('T');
  const name = `${content.code}_${group.countries[0] ?? ''}_${account.name}_${date.replaceAll('-', '')}_01`;
  const waitsUntil = new Date(asOf.getTime() + WAIT_MS);
  const lane = `account ${account.id}`;
  const materials = [...new Map(group.ads.map(({ material }) => [material.id, material])).values()];
  const uploads = materials.map(({ id, title }): SeededItem => {
    const label = `${title} → ${account.name}`;
    return { target: 'material', id, label, parent: null, lane, params: { ad_account_id: account.id, step: 'upload', material_id: id } };
  });
  const top = uploads.length;
  const campaign = { ...campaignItem({ ...template, name, isCapped: false }, null), waitsUntil };
  const ads = group.ads.map((ad) => ({ ...adItem(template, group, ad, top + 1, null), waitsUntil }));
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
  const { scheme } = template;
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
    items: [...uploads, campaign, { ...groupItem(template, { ...group, bid: null }, top, null), waitsUntil }, ...ads, launch],
  };
}
