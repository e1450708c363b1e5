import { type Kysely, sql } from 'kysely';

/** Fields of logs and orders that contain an amount in the account's currency. */
const AMOUNT_FIELDS = [
  'daily_budget',
  'lifetime_budget',
  'budget',
  'bid_amount',
  'spend_cap',
  'balance',
  'amount_spent',
  'min_daily_budget',
  'price',
  'value',
  'limit',
];

/**
 * Counts IDR and TWD in whole units, as the ad network does. Amounts stored in hundredths are divided everywhere, so that they stand for
 * the same money afterwards. Budgets and bids are rounded, but never to zero.
 */
export const wholeCurrencies = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      create temporary table whole_currency on commit drop as select code from currency where meta_offset = 1 and exponent = 2;
      create temporary table whole_account on commit drop as
        select id from ad_account where currency in (select code from whole_currency);

      create or replace function pg_temp.whole(amount numeric) returns bigint language sql immutable as $$
        select (sign(amount) * greatest(round(abs(amount) / 100), case when amount = 0 then 0 else 1 end))::bigint
      $$;
      create or replace function pg_temp.whole_fields(doc jsonb) returns jsonb language plpgsql immutable as $$
      begin
        if jsonb_typeof(doc) is distinct from 'object' then
          return doc;
        end if;
        return coalesce((
          select jsonb_object_agg(key, case
            when jsonb_typeof(value) = 'object' then pg_temp.whole_fields(value)
            when key = any('{${AMOUNT_FIELDS.join(',')}}'::text[]) and jsonb_typeof(value) = 'number' then to_jsonb(pg_temp.whole(value::numeric))
            else value end)
          from jsonb_each(doc)), '{}');
      end $$;

      update ad_account set balance = pg_temp.whole(balance), spend_cap = pg_temp.whole(spend_cap), amount_spent = pg_temp.whole(amount_spent),
        min_daily_budget = pg_temp.whole(min_daily_budget)
      where id in (select id from whole_account);
      update campaign set daily_budget = pg_temp.whole(daily_budget), lifetime_budget = pg_temp.whole(lifetime_budget),
        spend_cap = pg_temp.whole(spend_cap)
      where ad_account_id in (select id from whole_account);
      update ad_group set daily_budget = pg_temp.whole(daily_budget), lifetime_budget = pg_temp.whole(lifetime_budget),
        bid_amount = pg_temp.whole(bid_amount)
      where ad_account_id in (select id from whole_account);
      update schedule_task t set value = pg_temp.whole(value)
      where value is not null and case t.level
        when 'campaign' then exists (select from campaign c where c.id = t.entity_id and c.ad_account_id in (select id from whole_account))
        else exists (select from ad_group g where g.id = t.entity_id and g.ad_account_id in (select id from whole_account)) end;
      update product set price = pg_temp.whole(price) where currency in (select code from whole_currency);
      update biz_order set amount = pg_temp.whole(amount) where currency in (select code from whole_currency);
      update pixel_event set value = pg_temp.whole(value) where currency in (select code from whole_currency);

      -- A day is the sum of its hours wherever hours are stored.
      update insight_hourly set spend = round(spend / 100.0) where ad_account_id in (select id from whole_account) and spend <> 0;
      update insight_daily d set spend = coalesce(
        (select sum(h.spend) from insight_hourly h where h.ad_id = d.ad_id and h.stat_date = d.stat_date), round(d.spend / 100.0))
      where ad_account_id in (select id from whole_account) and spend <> 0;

      update ad_event set before = pg_temp.whole_fields(before), after = pg_temp.whole_fields(after)
      where ad_account_id in (select id from whole_account) and event in ('publish', 'copy', 'budget', 'bid');
      create temporary table whole_target on commit drop as
        select 'ad_account' as type, id from whole_account
        union all select 'campaign', id from campaign where ad_account_id in (select id from whole_account)
        union all select 'ad_group', id from ad_group where ad_account_id in (select id from whole_account)
        union all select 'product', id from product where currency in (select code from whole_currency);
      update op_log l set before = pg_temp.whole_fields(before), after = pg_temp.whole_fields(after)
      from whole_target t where l.target_type = t.type and l.target_id = t.id and (l.before is not null or l.after is not null);

      -- Batch items contain amounts in the account's currency, and may be retried later.
      create temporary table whole_item on commit drop as
        select i.id, i.batch_id from batch_item i join whole_target t on i.target_type = t.type and i.target_id = t.id
        union select i.id, i.batch_id from batch_item i where (i.params ->> 'ad_account_id')::bigint in (select id from whole_account);
      update batch_item i set params = pg_temp.whole_fields(i.params), before = pg_temp.whole_fields(i.before),
        after = pg_temp.whole_fields(i.after)
      from whole_item w where w.id = i.id;
      update batch b set params = case
          when b.params ->> 'mode' in ('inc_pct', 'dec_pct') then pg_temp.whole_fields(b.params) || jsonb_build_object('value', b.params -> 'value')
          else pg_temp.whole_fields(b.params) end
      where b.type in ('budget', 'bid', 'schedule', 'copy') and b.id in (select batch_id from whole_item);

      -- The simulated network stores the same units.
      create temporary table whole_sbx on commit drop as select id from sbx_account where currency in (select code from whole_currency);
      update sbx_account set balance = pg_temp.whole(balance), spend_cap = pg_temp.whole(spend_cap), amount_spent = pg_temp.whole(amount_spent),
        min_daily_budget = pg_temp.whole(min_daily_budget)
      where id in (select id from whole_sbx);
      update sbx_campaign set daily_budget = pg_temp.whole(daily_budget), lifetime_budget = pg_temp.whole(lifetime_budget),
        spend_cap = pg_temp.whole(spend_cap)
      where account_id in (select id from whole_sbx);
      update sbx_group set daily_budget = pg_temp.whole(daily_budget), lifetime_budget = pg_temp.whole(lifetime_budget),
        bid_amount = pg_temp.whole(bid_amount)
      where account_id in (select id from whole_sbx);
      update sbx_hour set spend = round(spend / 100.0) where account_id in (select id from whole_sbx) and spend <> 0;

      update currency set exponent = 0 where code in (select code from whole_currency);
      drop table whole_item, whole_target, whole_sbx, whole_account, whole_currency;`)
      .execute(db);
  },
};
