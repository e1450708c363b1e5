import type { ActorType } from '#contracts/endpoints/ad-events.ts';
import { date, id, ids, oneOf, severalOf, text } from '../../kernel/list/list-query.ts';
import type { EntityLevel } from './ad-filter-fields.ts';

export const ACTOR_TYPES = ['user', 'rule', 'cron', 'platform', 'super'] as const satisfies readonly ActorType[];
export const ENTITY_LEVELS = ['campaign', 'ad_group', 'ad'] as const satisfies readonly EntityLevel[];

/** What logs of launches are narrowed by besides days, as it stands in an address. `user_id` is who owned it then. */
export const logFields = {
  keyword: text,
  actor_type: severalOf(...ACTOR_TYPES),
  actor_user_id: id,
  user_id: ids,
  ad_account_id: ids,
  level: oneOf(...ENTITY_LEVELS),
  drama_id: ids,
  product_id: ids,
  rule_id: id,
  reason: text,
};

export const dayFields = { date_from: date, date_to: date };

export interface LogFilters {
  keyword?: string | undefined;
  actor_type?: ActorType[] | undefined;
  actor_user_id?: number | undefined;
  user_id?: number[] | undefined;
  ad_account_id?: number[] | undefined;
  level?: EntityLevel | undefined;
  drama_id?: number[] | undefined;
  product_id?: number[] | undefined;
  rule_id?: number | undefined;
  reason?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  /** One entry, that a link names. */
  id?: number | undefined;
}
