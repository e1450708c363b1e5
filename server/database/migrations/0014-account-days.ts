import { type Kysely, sql } from 'kysely';

export const ACCOUNT_DAY_KEYS = ['ad_account_id', 'stat_date', 'owner_user_id', 'biz', 'channel'];
export const ACCOUNT_DAY_SUMS = [
  'spend_usd revenue_usd spend impressions clicks link_clicks new_users first_payers orders refund_usd fee_usd',
  'payers_d0 rev_h24 rev_d0 rev_d1 rev_d3 rev_d7 rev_d14 rev_d30 rev_d60 rev_d90',
  'reach lp_views plat_purchases plat_value_usd video_plays plays_3s thruplays p25 p50 p75 p95 p100 watch_ms',
  'reactions comments shares plat_view_content plat_add_to_cart plat_checkouts reacq_users reg_users',
].flatMap((names) => names.split(' '));

const joinColumns = (names: readonly string[], format: (name: string) => string = (name) => name): string => names.map(format).join(', ');

/** A table of sums of ad days. */
interface Rollup {
  table: string;
  keys: readonly string[];
  sums: readonly string[];
  /** SQL: the `stat_date` of the sums that a day is added to; the day itself by default. */
  period?: string;
}

const selectKeys = ({ keys, period = 'stat_date' }: Rollup): string =>
  joinColumns(keys, (name) => (name === 'stat_date' ? `${period} as stat_date` : name));
/** Positions instead of names, because a name means the column of the table and not that of the result. */
const groupByKeys = ({ keys }: Rollup): string => `group by ${keys.map((_, index) => index + 1).join(', ')}`;

/**
 * Adds changed rows to the sums. Each row has a `sign`: 1 when added, -1 when removed. A fixed order prevents deadlocks between writers.
 */
const addChanges = (rollup: Rollup, changed: string): string => {
  const { table, keys, sums } = rollup;
  return `
  insert into ${table} as kept (${joinColumns(keys)}, ad_days, ${joinColumns(sums)})
  select * from (
    select ${selectKeys(rollup)}, sum(sign) as ad_days, ${joinColumns(sums, (name) => `sum(sign * ${name}) as ${name}`)}
    from (${changed}) changed ${groupByKeys(rollup)}
  ) added
  where ad_days <> 0 or ${sums.map((name) => `${name} <> 0`).join(' or ')}
  order by ${joinColumns(keys)}
  on conflict (${joinColumns(keys)}) do update set ad_days = kept.ad_days + excluded.ad_days, ${joinColumns(sums, (name) => `${name} = kept.${name} + excluded.${name}`)};`;
};

const ADDED_ROWS = 'select 1 as sign, * from came';
const REMOVED_ROWS = 'select -1 as sign, * from went';
const deleteEmpty = ({ table, period = 'stat_date' }: Rollup): string => `
  delete from ${table} kept using (select distinct ad_account_id, ${period} as stat_date from went) gone
  where kept.ad_account_id = gone.ad_account_id and kept.stat_date = gone.stat_date and kept.ad_days = 0;`;

/** The SQL functions that derive the sums from ad days: `…_follow` after each change, `…_anew` from scratch. */
export const createRollupFunctions = (rollup: Rollup): string => {
  const { table, keys, sums } = rollup;
  return `
      create or replace function ${table}_follow() returns trigger language plpgsql as $$
      begin
        if tg_op = 'TRUNCATE' then
          truncate ${table};
        elsif tg_op = 'INSERT' then ${addChanges(rollup, ADDED_ROWS)}
        elsif tg_op = 'DELETE' then ${addChanges(rollup, REMOVED_ROWS)} ${deleteEmpty(rollup)}
        else ${addChanges(rollup, `${ADDED_ROWS} union all ${REMOVED_ROWS}`)} ${deleteEmpty(rollup)}
        end if;
        return null;
      end $$;

      -- Rebuilds everything after days of ads were written with their triggers disabled.
      create or replace function ${table}_anew() returns void language sql as $$
        truncate ${table};
        insert into ${table} (${joinColumns(keys)}, ad_days, ${joinColumns(sums)})
        select ${selectKeys(rollup)}, count(*), ${joinColumns(sums, (name) => `sum(${name})`)} from insight_daily ${groupByKeys(rollup)} order by stat_date;
      $$;`;
};

/** Triggers of the table of ad days, named with the prefix, that keep the sums. */
export const createRollupTriggers = (table: string, prefix: string): string => `
      create trigger ${prefix}_came after insert on insight_daily referencing new table as came
        for each statement execute function ${table}_follow();
      create trigger ${prefix}_changed after update on insight_daily referencing new table as came old table as went
        for each statement execute function ${table}_follow();
      create trigger ${prefix}_went after delete on insight_daily referencing old table as went
        for each statement execute function ${table}_follow();
      create trigger ${prefix}_emptied after truncate on insight_daily
        for each statement execute function ${table}_follow();`;

/** The functions of account days. */
export const accountDayFunctions = (sums: readonly string[], keys: readonly string[] = ACCOUNT_DAY_KEYS): string =>
  createRollupFunctions({ table: 'insight_account_daily', keys, sums });

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
      ${createRollupTriggers('insight_account_daily', 'insight_daily')}

      select insight_account_daily_anew();
      analyze insight_account_daily;`)
      .execute(db);
  },
};
