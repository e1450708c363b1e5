import type { homepageObstacles, homepageStatuses } from '#contracts/vocabulary/homepages.ts';

export type HomepageObstacle = (typeof homepageObstacles)[number];

export interface HomepageStanding {
  status: (typeof homepageStatuses)[number];
  tasks: readonly string[];
}

/** Why no ad can have the page as its sender: its status first, then what the authorising person lacks; null where one can. */
export function adsObstacle({ status, tasks }: HomepageStanding): HomepageObstacle | null {
  if (status !== 'active') return status;
  return tasks.includes('ADVERTISE') ? null : 'task_advertise';
}

/** Why nothing can be posted on the page; whatever keeps ads away keeps posts away too. */
export function postsObstacle(standing: HomepageStanding): HomepageObstacle | null {
  return adsObstacle(standing) ?? (standing.tasks.includes('CREATE_CONTENT') ? null : 'task_create_content');
}

/** The obstacle in words. */
export const obstacleTexts: Readonly<Record<HomepageObstacle, Readonly<Record<'zh' | 'en', string>>>> = {
  unpublished: { zh: '主页未发布', en: 'The page is not published' },
  restricted: { zh: '主页被渠道限制', en: 'The channel restricts the page' },
  token_expired: { zh: '主页授权已失效', en: 'The authorisation of the page ended' },
  disabled: { zh: '主页已停用', en: 'The page is switched off' },
  task_advertise: { zh: '授权者没有投放权限', en: 'The authorising person may not advertise' },
  task_create_content: { zh: '授权者没有发帖权限', en: 'The authorising person may not post' },
};

/** How many more ads may have it as their sender, in words. */
export const headroomText = ({ ads_active, ad_limit }: { ads_active: number; ad_limit: number }, language: 'zh' | 'en'): string => {
  const left = Math.max(0, ad_limit - ads_active).toLocaleString('en-US');
  const most = ad_limit.toLocaleString('en-US');
  return language === 'zh' ? `广告余量 ${left} / ${most}` : `Room for ${left} of ${most} ads`;
};
