import { type Kysely, sql } from 'kysely';
import { reserveConnection } from '#server/database/reserve-connection.ts';
import type { Database } from '#server/database/schema.ts';

interface Table {
  name: string;
  columns: string;
}

export interface RememberedRows {
  bringBack(): Promise<void>;
  /** Needed before the connections of the database close. */
  forget(): void;
}

/**
 * Remembers the rows and counters of a database. Bringing them back is far faster than another copy of the database, whose connections
 * know no table yet. Nothing else may write meanwhile.
 */
export async function rememberRows(db: Kysely<Database>): Promise<RememberedRows> {
  const { rows: tables } = await sql<Table>`
    select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`.execute(db);
  const { rows: counters } = await sql<{ name: string; next: string | null }>`
    select sequencename as name, last_value::text as next from pg_sequences where schemaname = 'public'`.execute(db);
  const kept = tables.map(({ name }) => `create table remembered.${name} as table public.${name};`).join('\n');
  const back = tables.map(bringBack).join('\n');
  const count = counters.map(({ name, next }) => `perform setval('${name}', ${next ?? 1}, ${next !== null});`).join('\n');
  // Rows of later transactions are told by their xmin. Foreign keys and triggers need no look, because all rows come back together.
  await sql
    .raw(`
    create schema remembered;
    ${kept}
    create table remembered.mark as select pg_current_xact_id()::text::bigint as at;
    create function remembered.bring_back() returns void language plpgsql as $$
    declare mark bigint := (select at from remembered.mark);
    begin
      ${back}
      ${count}
      update remembered.mark set at = pg_current_xact_id()::text::bigint;
    end $$`)
    .execute(db);
  // On a connection of its own, because changing this setting discards every plan of its connection.
  const reserved = await reserveConnection(db);
  await sql`set session_replication_role = replica`.execute(reserved.db);
  return {
    bringBack: async () => void (await sql`select remembered.bring_back()`.execute(reserved.db)),
    forget: reserved.release,
  };
}

const bringBack = ({ name, columns }: Table): string => `
  if exists (select from public.${name} where xmin::text::bigint > mark)
    or (select count(*) from public.${name}) <> (select count(*) from remembered.${name}) then
    delete from public.${name};
    insert into public.${name} (${columns}) overriding system value select ${columns} from remembered.${name};
  end if;`;
