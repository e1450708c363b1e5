import { endpoint } from './endpoint.ts';
import { AdRow, adSortable, LaunchListAnswer, LaunchListRequest, launchPages } from './launch-rows.ts';

export const listAds = endpoint({
  name: 'ads.list',
  method: 'POST',
  path: '/ad-ads/list',
  summary: { zh: '广告列表', en: 'List of ads' },
  access: launchPages,
  effect: 'read',
  request: LaunchListRequest(adSortable),
  reply: LaunchListAnswer(AdRow),
});
