import type pg from 'pg';

/** A table with the columns that PostgreSQL's catalogue lists. */
export interface CatalogueTable {
  name: string;
  columns: string[];
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Tables of the current schema with their stored columns. Referenced tables come before the tables that reference them. */
export async function listTablesInOrder(client: pg.Client): Promise<CatalogueTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    select c.relname as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns,
      array(
        select distinct target.relname::text from pg_constraint f join pg_class target on target.oid = f.confrelid
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid
      ) as needs
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    order by c.relname`);
  const ordered: CatalogueTable[] = [];
  const remaining = new Map(rows.map((row) => [row.name, row]));
  while (remaining.size > 0) {
    const ready = [...remaining.values()].filter((row) => row.needs.every((need) => !remaining.has(need)));
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...remaining.keys()].join(', ')}`);
    for (const { name, columns } of ready) {
      ordered.push({ name, columns });
      remaining.delete(name);
    }
  }
  return ordered;
}

export async function listSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname",
  );
  return rows.map((row) => row.name);
}
