import { type Kysely, sql } from 'kysely';

const keys = ['ad_account_id', 'stat_date', 'owner_user_id', 'biz', 'channel'];
export const accountDaySums = [
  'spend_usd revenue_usd spend impressions clicks link_clicks new_users first_payers orders refund_usd fee_usd',
  'payers_d0 rev_h24 rev_d0 rev_d1 rev_d3 rev_d7 rev_d14 rev_d30 rev_d60 rev_d90',
  'reach lp_views plat_purchases plat_value_usd video_plays plays_3s thruplays p25 p50 p75 p95 p100 watch_ms',
  'reactions comments shares plat_view_content plat_add_to_cart plat_checkouts reacq_users reg_users',
].flatMap((names) => names.split(' '));

const list = (names: readonly string[], of: (name: string) => string = (name) => name): string => names.map(of).join(', ');

/** Adds what changed, of rows with a `sign`: 1 of those that came, -1 of those that went. In one order, so that writers wait for each other. */
const add = (sums: readonly string[], changed: string): string => `
  insert into insight_account_daily as kept (${list(keys)}, ad_days, ${list(sums)})
  select * from (
    select ${list(keys)}, sum(sign) as ad_days, ${list(sums, (name) => `sum(sign * ${name}) as ${name}`)}
    from (${changed}) changed group by ${list(keys)}
  ) added
  where ad_days <> 0 or ${sums.map((name) => `${name} <> 0`).join(' or ')}
  order by ${list(keys)}
  on conflict (${list(keys)}) do update set ad_days = kept.ad_days + excluded.ad_days, ${list(sums, (name) => `${name} = kept.${name} + excluded.${name}`)};`;

const came = 'select 1 as sign, * from came';
const went = 'select -1 as sign, * from went';
const forget = `
  delete from insight_account_daily kept using (select distinct ad_account_id, stat_date from went) gone
  where kept.ad_account_id = gone.ad_account_id and kept.stat_date = gone.stat_date and kept.ad_days = 0;`;

/** The functions that make days of accounts from days of ads: whenever these change, and all of it anew. */
export const followingFunctions = (sums: readonly string[]): string => `
      create or replace function insight_account_daily_follow() returns trigger language plpgsql as $$
      begin
        if tg_op = 'TRUNCATE' then
          truncate insight_account_daily;
        elsif tg_op = 'INSERT' then ${add(sums, came)}
        elsif tg_op = 'DELETE' then ${add(sums, went)} ${forget}
        else ${add(sums, `${came} union all ${went}`)} ${forget}
        end if;
        return null;
      end $$;

      -- All of it anew, where the days of ads were written with their triggers off.
      create or replace function insight_account_daily_anew() returns void language sql as $$
        truncate insight_account_daily;
        insert into insight_account_daily (${list(keys)}, ad_days, ${list(sums)})
        select ${list(keys)}, count(*), ${list(sums, (name) => `sum(${name})`)} from insight_daily group by ${list(keys)} order by stat_date;
      $$;`;

/**
 * What ads come to by account, owner and day, which reports by people and accounts are made from: a small part of the rows. It follows the
 * days of ads within their own statement, so that nobody who writes those can forget it.
 */
export const accountDays = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      create table insight_account_daily (
        ad_account_id bigint not null,
        owner_user_id bigint,
        stat_date date not null,
        -- Ads that have that day.
        ad_days int not null,
        ${list(accountDaySums, (name) => `${name} bigint not null`)},
        biz text not null,
        channel text not null,
        unique nulls not distinct (${list(keys)})
      );
      create index insight_account_daily_date_ix on insight_account_daily (stat_date);
      create index insight_account_daily_owner_ix on insight_account_daily (owner_user_id, stat_date);
      create statistics insight_account_daily_dims (ndistinct) on owner_user_id, ad_account_id from insight_account_daily;

      ${followingFunctions(accountDaySums)}
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
