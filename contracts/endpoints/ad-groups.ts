import { launchSortable } from '../vocabulary/launch-filters.ts';
import { endpoint } from './endpoint.ts';
import { GroupRow, LaunchListAnswer, LaunchListRequest, launchPages } from './launch-rows.ts';
import { newestFirst } from './row-order.ts';

export const listAdGroups = endpoint({
  name: 'adGroups.list',
  method: 'POST',
  path: '/ad-groups/list',
  summary: { zh: '广告组列表', en: 'List of ad sets' },
  access: launchPages,
  effect: 'read',
  request: LaunchListRequest(launchSortable.ad_group),
  order: newestFirst(),
  reply: LaunchListAnswer(GroupRow),
});
