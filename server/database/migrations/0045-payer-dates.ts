import { type Kysely, sql } from 'kysely';

const COUNTED = `('paid', 'refunding', 'partial_refunded', 'refunded')`;
const DATES = [
  ['stat_date', 'prev_stat_date', 'prev2_stat_date'],
  ['biz_date', 'prev_biz_date', 'prev2_biz_date'],
] as const;
const SUMMED = 'ad_account_id, ad_group_id, ad_id, amount_usd, fee_usd, is_first, order_type';
const OF_PIXELS = 'pixel_id, site_id, paid_at';
const columns = DATES.flatMap(([, previous, beforeThat]) => [previous, beforeThat]);
const lags = DATES.map(
  ([date, previous, beforeThat]) => `lag(${date}) over of_${date} as ${previous}, lag(${date}, 2) over of_${date} as ${beforeThat}`,
).join(', ');
const windows = DATES.map(([date]) => `of_${date} as (partition by user_key order by ${date}, id)`).join(', ');
const list = (alias: string) => columns.map((column) => `${alias}.${column}`).join(', ');

const setDates = (which: string) => `
  update biz_order o set ${columns.map((column) => `${column} = x.${column}`).join(', ')}
  from (select id, ${lags} from biz_order where status in ${COUNTED} ${which} window ${windows}) x
  where x.id = o.id and (${list('o')}) is distinct from (${list('x')});`;

/**
 * The dates of the last two paid orders of the same payer before each paid order. With them, payers of a period are counted without being
 * listed: an order is the first of its payer in the period when the date before it lies outside. Triggers keep them within the same
 * statement, so no writer can forget to.
 */
export const payerDates = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      alter table biz_order ${columns.map((column) => `add column ${column} date`).join(', ')};

      create function biz_order_dates_anew() returns void language sql as $$ ${setDates('')} $$;

      create function biz_order_dates_follow() returns trigger language plpgsql as $$
      declare
        payers text[];
      begin
        if tg_op = 'INSERT' then
          select array_agg(distinct user_key) into payers from came where status in ${COUNTED};
        elsif tg_op = 'DELETE' then
          select array_agg(distinct user_key) into payers from went where status in ${COUNTED};
        else
          select array_agg(distinct changed.user_key) into payers from (
            (select id, user_key, stat_date, biz_date from came where status in ${COUNTED}
              except select id, user_key, stat_date, biz_date from went where status in ${COUNTED})
            union all
            (select id, user_key, stat_date, biz_date from went where status in ${COUNTED}
              except select id, user_key, stat_date, biz_date from came where status in ${COUNTED})) changed;
        end if;
        -- The update below runs this function once more, and that ends here.
        if payers is null then
          return null;
        end if;
        ${setDates('and user_key = any(payers)')}
        return null;
      end $$;

      create trigger biz_order_came after insert on biz_order referencing new table as came
        for each statement execute function biz_order_dates_follow();
      create trigger biz_order_changed after update on biz_order referencing new table as came old table as went
        for each statement execute function biz_order_dates_follow();
      create trigger biz_order_went after delete on biz_order referencing old table as went
        for each statement execute function biz_order_dates_follow();

      alter table biz_order disable trigger biz_order_changed;
      select biz_order_dates_anew();
      alter table biz_order enable trigger biz_order_changed;

      -- Orders by day and by pixel are summed from these indexes alone, which are a quarter of the table.
      create index biz_order_payers_ix on biz_order (stat_date, prev_stat_date, prev2_stat_date)
        include (${SUMMED}, ${OF_PIXELS}) where status in ${COUNTED};
      create index biz_order_biz_payers_ix on biz_order (biz_date, prev_biz_date, prev2_biz_date)
        include (${SUMMED}) where status in ${COUNTED};

      drop index biz_order_pixel_ix;
      create index biz_order_pixel_ix on biz_order (pixel_id, paid_at) where pixel_id is not null;`)
      .execute(db);
  },
};
