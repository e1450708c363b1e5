import type { Kysely } from 'kysely';
import type { SchemeRow } from '#contracts/endpoints/schemes.ts';
import {
  creativeSourceWords,
  objectiveWords,
  schemeColumnWords,
  schemeFilters,
  schemeStatusWords,
  schemeVisibilityWords,
} from '#contracts/vocabulary/schemes.ts';
import type { Database } from '#server/database/schema.ts';
import { bizWords, channelWords } from '../../assets/index.ts';
import {
  COUNT,
  type DescribedFilter,
  describeFilters,
  findRowName,
  instant,
  MONEY,
  pick,
  type Words,
  withHeadings,
} from '../../spreadsheet/index.ts';
import type { SchemeFilter } from './schemes.repository.ts';

const STRATEGY_WORDS: Readonly<Record<SchemeRow['bid_strategy'], Words>> = {
  LOWEST_COST_WITHOUT_CAP: { zh: '最低成本', en: 'Lowest cost' },
  LOWEST_COST_WITH_BID_CAP: { zh: '竞价上限', en: 'Bid cap' },
  COST_CAP: { zh: '成本上限', en: 'Cost cap' },
  LOWEST_COST_WITH_MIN_ROAS: { zh: '最低 ROAS', en: 'Minimum ROAS' },
};
export const exportColumns = withHeadings<SchemeRow, keyof typeof schemeColumnWords>(schemeColumnWords, {
  name: { width: 30, cell: (row) => row.name },
  biz: { width: 12, cell: (row, locale) => pick(bizWords[row.biz], locale) },
  channel: { width: 10, cell: (row, locale) => pick(channelWords[row.channel], locale) },
  objective: { width: 14, cell: (row, locale) => pick(objectiveWords[row.objective], locale) },
  source: { width: 16, cell: (row, locale) => pick(creativeSourceWords[row.source], locale) },
  structure: { width: 12, cell: ({ structure }) => structure.map((count) => count ?? '—').join('×') },
  budget: { width: 14, format: MONEY, cell: ({ budget_usd }) => budget_usd && budget_usd / 100 },
  bid: { width: 14, cell: (row, locale) => pick(STRATEGY_WORDS[row.bid_strategy], locale) },
  countries: { width: 24, cell: (row) => row.countries.join(', ') || null },
  version: { width: 8, format: COUNT, cell: (row) => row.current_version },
  status: { width: 10, cell: (row, locale) => pick(schemeStatusWords[row.status], locale) },
  visibility: { width: 12, cell: (row, locale) => pick(schemeVisibilityWords[row.visibility], locale) },
  owner: { width: 16, cell: (row) => row.owner.label },
  publish_count: { width: 10, format: COUNT, cell: (row) => row.publish_count },
  last_published_at: { width: 18, cell: (row) => instant(row.last_published_at) },
  roi_d0_30d: { width: 14, format: '0.00', cell: (row) => row.roi_d0_30d },
  remark: { width: 40, cell: (row) => row.remark },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
});

export const describeSchemeFilters = (db: Kysely<Database>, filter: SchemeFilter): Promise<DescribedFilter[]> =>
  describeFilters(schemeFilters, filter, { owner_user_id: (id) => findRowName(db, 'sys_user', id) });
