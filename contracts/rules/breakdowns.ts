import type { Words, WordsOf } from '../vocabulary/vocabulary.ts';
import type { MetricKey } from './metrics.ts';
import type { Placement } from './scheme-body.ts';

/** What the figures of an object can be divided by. */
export const breakdownKinds = ['age', 'gender', 'placement'] as const;
export type BreakdownKind = (typeof breakdownKinds)[number];
export const breakdownKindWords: WordsOf<BreakdownKind> = {
  age: { zh: '年龄', en: 'Age' },
  gender: { zh: '性别', en: 'Gender' },
  placement: { zh: '版位', en: 'Placement' },
};

export const placementWords: WordsOf<Placement> = {
  audience_network: { zh: 'Audience Network', en: 'Audience Network' },
  facebook_feed: { zh: 'Facebook 动态', en: 'Facebook feed' },
  facebook_marketplace: { zh: 'Facebook Marketplace', en: 'Facebook Marketplace' },
  facebook_reels: { zh: 'Facebook Reels', en: 'Facebook Reels' },
  facebook_story: { zh: 'Facebook 快拍', en: 'Facebook story' },
  facebook_video_feeds: { zh: 'Facebook 视频动态', en: 'Facebook video feeds' },
  instagram_explore: { zh: 'Instagram 发现', en: 'Instagram Explore' },
  instagram_reels: { zh: 'Instagram Reels', en: 'Instagram Reels' },
  instagram_story: { zh: 'Instagram 快拍', en: 'Instagram story' },
  instagram_stream: { zh: 'Instagram 动态', en: 'Instagram feed' },
  messenger_story: { zh: 'Messenger 快拍', en: 'Messenger story' },
};

const genderWords: Readonly<Record<string, Words>> = {
  female: { zh: '女性', en: 'Women' },
  male: { zh: '男性', en: 'Men' },
  unknown: { zh: '未知', en: 'Unknown' },
};

const isPlacement = (value: string): value is Placement => value in placementWords;

/** The name of a part; one that only the channel knows keeps its own. */
export function wordsOfPart(by: BreakdownKind, value: string): Words {
  if (by === 'placement' && isPlacement(value)) return placementWords[value];
  return (by === 'gender' ? genderWords[value] : undefined) ?? { zh: value.replace('-', '–'), en: value.replace('-', '–') };
}

/** The metrics of a part: what a channel reports of it. Users and revenue of our own are not known by them. */
export const breakdownMetrics = [
  'spend',
  'impressions',
  'cpm',
  'link_clicks',
  'ctr_link',
  'cpc_link',
  'plat_purchases',
  'plat_cpa',
  'plat_value',
  'plat_roas',
] as const satisfies readonly MetricKey[];
