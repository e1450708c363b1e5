import type {
  AdFilter,
  EffectiveStatus as AnyEffectiveStatus,
  entitySources,
  EntityLevel as Level,
} from '#contracts/endpoints/ad-filters.ts';
import { bizLines } from '#contracts/vocabulary/business-lines.ts';
import { channels } from '#contracts/vocabulary/channels.ts';
import { type Field, id, ids, oneOf, severalOf, text } from '../../kernel/list/list-query.ts';

/** The three levels of what is launched. In addresses of pages an ad group is called `group`. */
export type EntityLevel = Level;
export type EffectiveStatus = AnyEffectiveStatus;

/** Those that matter most stand first. */
export const EFFECTIVE_STATUSES = [
  'ACTIVE',
  'PENDING_REVIEW',
  'IN_PROCESS',
  'SCHEDULED',
  'DISAPPROVED',
  'ACCOUNT_BLOCKED',
  'WITH_ISSUES',
  'MISSING',
  'ADS_OFF',
  'CAMPAIGN_PAUSED',
  'ADSET_PAUSED',
  'PAUSED',
  'COMPLETED',
  'ARCHIVED',
  'DELETED',
] as const satisfies readonly EffectiveStatus[];

export const OBJECTIVES = [
  'OUTCOME_SALES',
  'OUTCOME_APP_PROMOTION',
  'OUTCOME_TRAFFIC',
  'OUTCOME_LEADS',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_AWARENESS',
] as const;

/** As many countries as one filter names. */
const COUNTRIES_MOST = 60;

const countries: Field<string[]> = {
  read: (raw) => {
    const known = [...new Set(raw.split(',').filter((code) => /^[A-Z]{2}$/.test(code)))].slice(0, COUNTRIES_MOST);
    return known.length > 0 ? known : undefined;
  },
  write: (codes) => codes.join(','),
};

/** What narrows everything about ads, as it stands in an address: for `defineListQuery` and `defineReportQuery`. */
export const adFilterFields = {
  keyword: text,
  effective_status: severalOf(...EFFECTIVE_STATUSES),
  ad_account_id: ids,
  user_id: ids,
  department_id: id,
  drama_id: ids,
  product_id: ids,
  biz: oneOf(...bizLines),
  channel: oneOf(...channels),
  objective: oneOf(...OBJECTIVES),
  country: countries,
  material_id: ids,
  scheme_id: ids,
  landing_page_id: ids,
  source: oneOf(...(['system', 'platform'] as const satisfies readonly (typeof entitySources)[number][])),
};

/** Filters of ads as machines hold them. */
export type AdFilters = { [Name in keyof typeof adFilterFields]?: AdFilter[Name] | undefined };
