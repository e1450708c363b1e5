import { type Kysely, sql } from 'kysely';

/** People of a network may have their data deleted; the operation log then keeps what was done, without who they are. */
export const personErasures = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table person_erasure (
        -- The only thing by which a person can ask about it; nothing here tells who they are.
        code text primary key,
        connector text not null check (connector in ('sandbox', 'meta')),
        -- Number of personal accounts that were emptied.
        accounts int not null,
        created_at timestamptz not null
      );

      create or replace function op_log_refuse() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and current_setting('op_log.forgetting', true) = 'on' then
          return old;
        end if;
        if tg_op = 'UPDATE' and current_setting('op_log.erasing', true) = 'on' then
          return new;
        end if;
        raise exception 'op_log is append only';
      end $$;

      -- Replaces a text in the entries about some objects, and drops some keys of their values. Nothing else of the log can be changed.
      create function op_log_erase(about text, ids bigint[], old_text text, new_text text, keys text[]) returns bigint language plpgsql as $$
      declare
        touched bigint;
      begin
        perform set_config('op_log.erasing', 'on', true);
        update op_log set target_label = replace(target_label, old_text, new_text), summary = left(replace(summary, old_text, new_text), 300),
          before = case jsonb_typeof(before) when 'object' then before - keys else before end,
          after = case jsonb_typeof(after) when 'object' then after - keys else after end
        where target_type = about and target_id = any(ids);
        get diagnostics touched = row_count;
        perform set_config('op_log.erasing', 'off', true);
        return touched;
      end $$;
    `.execute(db);
  },
};
