import { launchSortable } from '../vocabulary/launch-filters.ts';
import { endpoint } from './endpoint.ts';
import { AdRow, LaunchListAnswer, LaunchListRequest, launchPages } from './launch-rows.ts';
import { newestFirst } from './row-order.ts';

export const listAds = endpoint({
  name: 'ads.list',
  method: 'POST',
  path: '/ad-ads/list',
  summary: { zh: '广告列表', en: 'List of ads' },
  access: launchPages,
  effect: 'read',
  request: LaunchListRequest(launchSortable.ad),
  order: newestFirst(),
  reply: LaunchListAnswer(AdRow),
});
