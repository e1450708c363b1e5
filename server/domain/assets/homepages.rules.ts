import type { homepageObstacles, homepageStatuses } from '#contracts/vocabulary/homepages.ts';

export type HomepageObstacle = (typeof homepageObstacles)[number];

export interface HomepageState {
  status: (typeof homepageStatuses)[number];
  tasks: readonly string[];
}

/** The first reason the homepage cannot be used for ads: its status, then a missing task of the authoriser. Null when it can. */
export function adsObstacle({ status, tasks }: HomepageState): HomepageObstacle | null {
  if (status !== 'active') return status;
  return tasks.includes('ADVERTISE') ? null : 'task_advertise';
}

/** The first reason the homepage cannot be used for posts. Every obstacle to ads is one to posts, too. */
export function postsObstacle(state: HomepageState): HomepageObstacle | null {
  return adsObstacle(state) ?? (state.tasks.includes('CREATE_CONTENT') ? null : 'task_create_content');
}

export const obstacleTexts: Readonly<Record<HomepageObstacle, Readonly<Record<'zh' | 'en', string>>>> = {
  unpublished: { zh: '主页未发布', en: 'The Page is not published' },
  restricted: { zh: '主页被平台限制', en: 'The Page is restricted by the platform' },
  token_expired: { zh: '主页授权已失效', en: 'The Page’s authorisation is lost' },
  disabled: { zh: '主页已停用', en: 'The Page is disabled' },
  task_advertise: { zh: '授权者没有投放权限', en: 'The authorising person may not advertise' },
  task_create_content: { zh: '授权者没有发帖权限', en: 'The authorising person may not post' },
};

/** The number of further ads the homepage can take, as text. */
export const describeHeadroom = ({ ads_active, ad_limit }: { ads_active: number; ad_limit: number }, language: 'zh' | 'en'): string => {
  const left = Math.max(0, ad_limit - ads_active).toLocaleString('en-US');
  const limit = ad_limit.toLocaleString('en-US');
  return language === 'zh' ? `广告余量 ${left} / ${limit}` : `Room for ${left} of ${limit} ads`;
};

/** Says that only the channel knows whether an ad account may use this homepage of another person. */
export const describeOtherAuthoriser = (name: string, language: 'zh' | 'en'): string =>
  language === 'zh' ? `由 ${name} 授权，预览时检查` : `Authorised by ${name}, checked in the preview`;
