import { type Kysely, sql } from 'kysely';
import type { Situations } from '#contracts/states/states.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

export async function add{{Thing}}(db: Db, given: Situations['{{aNoun}} exists']): Promise<void> {
  const at = new Date();
  await db
    .insertInto('{{table}}')
    .values({ ...given, remark: '合约', created_at: at, updated_at: at, deleted_at: null })
    .execute();
}

export async function add{{Things}}(db: Db, count: number): Promise<void> {
  await sql`
    insert into {{table}} (name, created_at, updated_at)
    select 'many ' || n, now(), now() from generate_series(1, ${count}::int) n`.execute(db);
}
