import { type Kysely, sql } from 'kysely';

/** The business date of an order. */
const DAY = '(coalesce(paid_at, ordered_at) at time zone (select business_timezone()))::date';

/**
 * The time zone in which the company counts its days is the setting BIZ_TZ. Changing it dates all orders anew in the same transaction, so
 * stored dates always agree with it. The change waits for the writers of orders, and they for it.
 */
export const businessTimezone = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      create function business_timezone() returns text stable parallel safe language sql as $$
        select coalesce((select value #>> '{}' from setting where key = 'BIZ_TZ'), 'Asia/Shanghai') $$;

      create function setting_business_timezone() returns trigger language plpgsql as $$
      begin
        if 'BIZ_TZ' is distinct from new.key and 'BIZ_TZ' is distinct from old.key then
          return null;
        end if;
        -- Names with an area are known to browsers too, unlike abbreviations and the names of files.
        if new.key = 'BIZ_TZ' and not (jsonb_typeof(new.value) = 'string' and new.value #>> '{}' ~ '^(UTC$|[A-Z][A-Za-z_]*/)'
          and exists (select from pg_timezone_names where name = new.value #>> '{}')) then
          raise exception 'setting BIZ_TZ: % is not the name of a time zone such as "Asia/Shanghai"', new.value using errcode = 'check_violation';
        end if;
        lock table biz_order in share row exclusive mode;
        update biz_order set biz_date = ${DAY} where biz_date <> ${DAY};
        return null;
      end $$;
      create trigger setting_business_timezone after insert or update or delete on setting
        for each row execute function setting_business_timezone();

      -- A value that was set before it had a meaning is checked and used.
      insert into setting (key, value) values ('BIZ_TZ', '"Asia/Shanghai"') on conflict (key) do update set value = setting.value;`)
      .execute(db);
  },
};
