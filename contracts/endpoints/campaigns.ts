import { launchSortable } from '../vocabulary/launch-filters.ts';
import { endpoint } from './endpoint.ts';
import { CampaignRow, LaunchListAnswer, LaunchListRequest, launchPages } from './launch-rows.ts';
import { newestFirst } from './row-order.ts';

export const listCampaigns = endpoint({
  name: 'campaigns.list',
  method: 'POST',
  path: '/ad-campaigns/list',
  summary: { zh: '广告系列列表', en: 'List of campaigns' },
  access: launchPages,
  effect: 'read',
  request: LaunchListRequest(launchSortable.campaign),
  order: newestFirst(),
  reply: LaunchListAnswer(CampaignRow),
});
