import { type RawBuilder, sql } from 'kysely';

/** SQL: currency of the amounts of a logged object; null when it has none. */
export const currencyOfTarget = (type: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<string | null> => sql<
  string | null
>`(case ${type}
  when 'campaign' then (select a.currency from campaign e join ad_account a on a.id = e.ad_account_id where e.id = ${id})
  when 'ad_group' then (select a.currency from ad_group e join ad_account a on a.id = e.ad_account_id where e.id = ${id})
  when 'ad_account' then (select a.currency from ad_account a where a.id = ${id})
  when 'product' then (select p.currency from product p where p.id = ${id})
  end)`;
