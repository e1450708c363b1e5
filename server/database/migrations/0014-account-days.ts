import { type Kysely, sql } from 'kysely';

export const ACCOUNT_DAY_KEYS = ['ad_account_id', 'stat_date', 'owner_user_id', 'biz', 'channel'];
export const ACCOUNT_DAY_SUMS = [
  'spend_usd revenue_usd spend impressions clicks link_clicks new_users first_payers orders refund_usd fee_usd',
  'payers_d0 rev_h24 rev_d0 rev_d1 rev_d3 rev_d7 rev_d14 rev_d30 rev_d60 rev_d90',
  'reach lp_views plat_purchases plat_value_usd video_plays plays_3s thruplays p25 p50 p75 p95 p100 watch_ms',
  'reactions comments shares plat_view_content plat_add_to_cart plat_checkouts reacq_users reg_users',
].flatMap((names) => names.split(' '));

const joinColumns = (names: readonly string[], format: (name: string) => string = (name) => name): string => names.map(format).join(', ');

/**
 * Adds changed rows to the sums. Each row has a `sign`: 1 when added, -1 when removed. A fixed order prevents deadlocks between writers.
 */
const addChanges = (sums: readonly string[], keys: readonly string[], changed: string): string => `
  insert into insight_account_daily as kept (${joinColumns(keys)}, ad_days, ${joinColumns(sums)})
  select * from (
    select ${joinColumns(keys)}, sum(sign) as ad_days, ${joinColumns(sums, (name) => `sum(sign * ${name}) as ${name}`)}
    from (${changed}) changed group by ${joinColumns(keys)}
  ) added
  where ad_days <> 0 or ${sums.map((name) => `${name} <> 0`).join(' or ')}
  order by ${joinColumns(keys)}
  on conflict (${joinColumns(keys)}) do update set ad_days = kept.ad_days + excluded.ad_days, ${joinColumns(sums, (name) => `${name} = kept.${name} + excluded.${name}`)};`;

const ADDED_ROWS = 'select 1 as sign, * from came';
const REMOVED_ROWS = 'select -1 as sign, * from went';
const DELETE_EMPTY_DAYS = `
  delete from insight_account_daily kept using (select distinct ad_account_id, stat_date from went) gone
  where kept.ad_account_id = gone.ad_account_id and kept.stat_date = gone.stat_date and kept.ad_days = 0;`;

/** The SQL functions that derive account days from ad days, after each change or from scratch. */
export const accountDayFunctions = (sums: readonly string[], keys: readonly string[] = ACCOUNT_DAY_KEYS): string => `
      create or replace function insight_account_daily_follow() returns trigger language plpgsql as $$
      begin
        if tg_op = 'TRUNCATE' then
          truncate insight_account_daily;
        elsif tg_op = 'INSERT' then ${addChanges(sums, keys, ADDED_ROWS)}
        elsif tg_op = 'DELETE' then ${addChanges(sums, keys, REMOVED_ROWS)} ${DELETE_EMPTY_DAYS}
        else ${addChanges(sums, keys, `${ADDED_ROWS} union all ${REMOVED_ROWS}`)} ${DELETE_EMPTY_DAYS}
        end if;
        return null;
      end $$;

      -- Rebuilds everything after days of ads were written with their triggers disabled.
      create or replace function insight_account_daily_anew() returns void language sql as $$
        truncate insight_account_daily;
        insert into insight_account_daily (${joinColumns(keys)}, ad_days, ${joinColumns(sums)})
        select ${joinColumns(keys)}, count(*), ${joinColumns(sums, (name) => `sum(${name})`)} from insight_daily group by ${joinColumns(keys)} order by stat_date;
      $$;`;

/**
 * Sums of ad days by account, owner and day, on which reports by users and accounts are based. Triggers update them within the same
 * statement, so no writer can forget to.
 */
export const accountDays = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      create table insight_account_daily (
        ad_account_id bigint not null,
        owner_user_id bigint,
        stat_date date not null,
        -- Number of ads with facts of that day.
        ad_days int not null,
        ${joinColumns(ACCOUNT_DAY_SUMS, (name) => `${name} bigint not null`)},
        biz text not null,
        channel text not null,
        unique nulls not distinct (${joinColumns(ACCOUNT_DAY_KEYS)})
      );
      create index insight_account_daily_date_ix on insight_account_daily (stat_date);
      create index insight_account_daily_owner_ix on insight_account_daily (owner_user_id, stat_date);
      create statistics insight_account_daily_dims (ndistinct) on owner_user_id, ad_account_id from insight_account_daily;

      ${accountDayFunctions(ACCOUNT_DAY_SUMS)}
      create trigger insight_daily_came after insert on insight_daily referencing new table as came
        for each statement execute function insight_account_daily_follow();
      create trigger insight_daily_changed after update on insight_daily referencing new table as came old table as went
        for each statement execute function insight_account_daily_follow();
      create trigger insight_daily_went after delete on insight_daily referencing old table as went
        for each statement execute function insight_account_daily_follow();
      create trigger insight_daily_emptied after truncate on insight_daily
        for each statement execute function insight_account_daily_follow();

      select insight_account_daily_anew();
      analyze insight_account_daily;`)
      .execute(db);
  },
};
