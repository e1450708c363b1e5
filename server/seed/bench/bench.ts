import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { benchAssets, benchContent } from './bench-assets.ts';
import { benchFacts } from './bench-facts.ts';
import { benchHosting } from './bench-hosting.ts';
import { benchLaunches } from './bench-launches.ts';
import { benchLogs, benchPeople } from './bench-people.ts';
import { scaleSizes } from './sizes.ts';
import { sqlFunctions } from './steps.ts';

export interface BenchSeeding {
  /** The last day of its history. */
  asOf: Date;
  password: string;
  /** Fraction of the full set, up to 1. */
  scale?: number;
  /** Called after each step with its duration. */
  log?: (line: string) => void;
}

/** Tables with many rows; recreating their indexes afterwards is faster than maintaining them. */
const largeTables = [
  'biz_order',
  'insight_daily',
  'insight_hourly',
  'landing_daily',
  'payer',
  'pixel_event',
  'pixel_event_daily',
  'ad_event',
  'op_log',
  'batch_item',
];

interface Index {
  name: string;
  definition: string;
}

/** Drops the indexes that no constraint needs and returns their definitions. */
async function dropIndexes(db: Kysely<Database>): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.schemaname = current_schema() and i.tablename = any(${largeTables}::text[])
      and not exists (select from pg_constraint c where c.conname = i.indexname) order by 1`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows;
}

/**
 * Fills an empty system with the data of a large company for measurements; the result is always the same. Returns false without changes
 * when any user exists. Needs a dedicated connection without a statement timeout.
 */
export async function seedBench(
  db: Kysely<Database>,
  { asOf, password, scale = 1, log = () => undefined }: BenchSeeding,
): Promise<boolean> {
  const existingUser = await db.selectFrom('sys_user').select('id').limit(1).executeTakeFirst();
  if (existingUser !== undefined) return false;
  const digest = createHash('md5').update(password).digest('hex');
  const pwdHash = await hash(digest, {
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
    salt: createHash('sha256').update('bench').digest().subarray(0, 16),
  });
  const setting = { sizes: scaleSizes(scale), asOf, pwdHash };
  const steps = [benchPeople, benchAssets, benchContent, benchLaunches, benchHosting, benchFacts, benchLogs].map((step) => step(setting));
  await db.connection().execute(async (connection) => {
    for (const statement of sqlFunctions) await statement.execute(connection);
    await sql`set synchronous_commit = off`.execute(connection);
    await sql`set work_mem = '256MB'`.execute(connection);
    await sql`set maintenance_work_mem = '512MB'`.execute(connection);
    const indexes = await dropIndexes(connection);
    await sql`alter table insight_daily disable trigger user`.execute(connection);
    await sql`alter table biz_order disable trigger user`.execute(connection);
    for (const { name, statements } of steps) {
      const startedAt = performance.now();
      for (const statement of statements) await statement.execute(connection);
      log(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    }
    const startedAt = performance.now();
    await sql`alter table insight_daily enable trigger user`.execute(connection);
    await sql`select insight_account_daily_anew(), insight_title_daily_anew(), insight_creator_month_anew()`.execute(connection);
    await sql`alter table biz_order enable trigger user`.execute(connection);
    for (const { definition } of indexes) await sql.raw(definition).execute(connection);
    await sql`vacuum analyze`.execute(connection);
    log(`indexes and statistics: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    await sql`reset all`.execute(connection);
  });
  return true;
}
