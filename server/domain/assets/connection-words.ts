import type { LandingRow } from '#contracts/endpoints/landing-pages.ts';
import type { SiteRow } from '#contracts/endpoints/sites.ts';
import type { Words } from '../spreadsheet/index.ts';

export const siteKindWords: Readonly<Record<SiteRow['kind'], Words>> = {
  h5: { zh: 'H5', en: 'H5' },
  app: { zh: '应用', en: 'App' },
  shop: { zh: '商城', en: 'Shop' },
};

export const verifyStateWords: Readonly<Record<SiteRow['verify_state'], Words>> = {
  pending: { zh: '待验证', en: 'Not verified' },
  verified: { zh: '已验证', en: 'Verified' },
  failed: { zh: '未通过', en: 'Failed' },
};

export const switchWords: Readonly<Record<SiteRow['status'], Words>> = { on: { zh: '启用', en: 'On' }, off: { zh: '停用', en: 'Off' } };

export const templateWords: Readonly<Record<LandingRow['template'], Words>> = {
  list: { zh: '列表', en: 'List' },
  player: { zh: '播放', en: 'Player' },
  quiz: { zh: '问答', en: 'Quiz' },
  direct: { zh: '直达', en: 'Direct' },
};

export const landingStatusWords: Readonly<Record<LandingRow['status'], Words>> = {
  draft: { zh: '草稿', en: 'Draft' },
  online: { zh: '已上线', en: 'Online' },
  offline: { zh: '已下线', en: 'Offline' },
};
