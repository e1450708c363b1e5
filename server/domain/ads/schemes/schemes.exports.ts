import type { Kysely } from 'kysely';
import type { SchemeRow, schemeExportColumns } from '#contracts/endpoints/schemes.ts';
import type { Objective } from '#contracts/rules/scheme-body.ts';
import type { Database } from '#server/database/schema.ts';
import { bizWords, channelWords } from '../../assets/index.ts';
import {
  COUNT,
  type ExportColumn,
  type FilterInWords,
  instant,
  keyword,
  line,
  MONEY,
  nameOf,
  pick,
  type Words,
} from '../../spreadsheet/index.ts';
import type { SchemeFilter } from './schemes.repository.ts';

const objectives: Readonly<Record<Objective, Words>> = {
  OUTCOME_SALES: { zh: '销量', en: 'Sales' },
  OUTCOME_APP_PROMOTION: { zh: '应用推广', en: 'App promotion' },
  OUTCOME_TRAFFIC: { zh: '流量', en: 'Traffic' },
  OUTCOME_LEADS: { zh: '线索', en: 'Leads' },
  OUTCOME_ENGAGEMENT: { zh: '互动', en: 'Engagement' },
  OUTCOME_AWARENESS: { zh: '知名度', en: 'Awareness' },
};
const strategies: Readonly<Record<SchemeRow['bid_strategy'], Words>> = {
  LOWEST_COST_WITHOUT_CAP: { zh: '最低成本', en: 'Lowest cost' },
  LOWEST_COST_WITH_BID_CAP: { zh: '竞价上限', en: 'Bid cap' },
  COST_CAP: { zh: '成本上限', en: 'Cost cap' },
  LOWEST_COST_WITH_MIN_ROAS: { zh: '最低 ROAS', en: 'Minimum ROAS' },
};
const statuses: Readonly<Record<SchemeRow['status'], Words>> = {
  draft: { zh: '草稿', en: 'Draft' },
  enabled: { zh: '启用', en: 'Enabled' },
  disabled: { zh: '停用', en: 'Disabled' },
};
const visibilities: Readonly<Record<SchemeRow['visibility'], Words>> = {
  private: { zh: '仅自己', en: 'Private' },
  dept: { zh: '部门', en: 'Department' },
};

export const exportColumns: Record<(typeof schemeExportColumns)[number], ExportColumn<SchemeRow>> = {
  name: { zh: '名称', en: 'Name', width: 30, cell: (row) => row.name },
  biz: { zh: '业务线', en: 'Business line', width: 12, cell: (row, locale) => pick(bizWords[row.biz], locale) },
  channel: { zh: '渠道', en: 'Channel', width: 10, cell: (row, locale) => pick(channelWords[row.channel], locale) },
  objective: { zh: '目标', en: 'Objective', width: 14, cell: (row, locale) => pick(objectives[row.objective], locale) },
  structure: { zh: '结构', en: 'Structure', width: 12, cell: ({ structure }) => structure.map((count) => count ?? '—').join('×') },
  budget: { zh: '预算(USD)', en: 'Budget (USD)', width: 14, format: MONEY, cell: ({ budget_usd }) => budget_usd && budget_usd / 100 },
  bid: { zh: '出价', en: 'Bid strategy', width: 14, cell: (row, locale) => pick(strategies[row.bid_strategy], locale) },
  countries: { zh: '国家', en: 'Countries', width: 24, cell: (row) => row.countries.join(', ') || null },
  version: { zh: '版本', en: 'Version', width: 8, format: COUNT, cell: (row) => row.current_version },
  status: { zh: '状态', en: 'Status', width: 10, cell: (row, locale) => pick(statuses[row.status], locale) },
  visibility: { zh: '可见范围', en: 'Visibility', width: 12, cell: (row, locale) => pick(visibilities[row.visibility], locale) },
  owner: { zh: '所有者', en: 'Owner', width: 16, cell: (row) => row.owner.label },
  publish_count: { zh: '发布次数', en: 'Publishes', width: 10, format: COUNT, cell: (row) => row.publish_count },
  last_published_at: { zh: '最近发布', en: 'Last published', width: 18, cell: (row) => instant(row.last_published_at) },
  roi_d0_30d: { zh: '近30天D0', en: 'D0 ROI, 30 days', width: 14, format: '0.00', cell: (row) => row.roi_d0_30d },
  remark: { zh: '备注', en: 'Remark', width: 40, cell: (row) => row.remark },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
};

export async function filtersInWords(db: Kysely<Database>, filter: SchemeFilter): Promise<FilterInWords[]> {
  return [
    ...keyword(filter.keyword),
    ...line('业务线', 'Business line', filter.biz && bizWords[filter.biz]),
    ...line('渠道', 'Channel', filter.channel && channelWords[filter.channel]),
    ...line('状态', 'Status', filter.status && statuses[filter.status]),
    ...line('所有者', 'Owner', await nameOf(db, 'sys_user', filter.owner_user_id)),
    ...line('可见范围', 'Visibility', filter.visibility && visibilities[filter.visibility]),
    ...line('目标', 'Objective', filter.objective && objectives[filter.objective]),
  ];
}
