import type { LandingRow } from '#contracts/endpoints/landing-pages.ts';
import type { Words } from '../spreadsheet/index.ts';

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
