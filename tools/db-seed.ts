import { readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { openVault } from '#server/open-vault.ts';
import { seedBench } from '#server/seed/bench/bench.ts';
import { DEMO_PASSWORD, REFERENCE_DAY, seedDemo } from '#server/seed/demo.ts';
import { createDemoSeeding } from '#server/seed/demo-seeding.ts';
import { CommandError, guarded, readArguments, runCommand } from './command.ts';

const USAGE = `usage: npm run db:seed -- [--set demo|bench] [--as-of 2026-11-20] [--scale 0.1]
  demo    fills an empty system with the demo company, whose password is public
  bench   fills it with as much as a large company has, for measurements: 50,000 ads, 10 million facts, 5 million orders; a part of it by --scale`;

function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()))
    throw new CommandError(`--as-of must be a day such as 2026-11-20.\n${USAGE}`);
  return day;
}

function scaleOf(text: string): number {
  const scale = Number(text);
  if (!(scale > 0 && scale <= 1)) throw new CommandError(`--scale must be more than 0 and at most 1.\n${USAGE}`);
  return scale;
}

/** Inserting millions of rows at once takes a while. */
const STATEMENT_MS = 3_600_000;

const REFUSED = 'Somebody has an account already, so nothing was changed: a set only goes into an empty system.';

await guarded(async () => {
  const values = readArguments(USAGE, { 'as-of': { type: 'string' }, set: { type: 'string' }, scale: { type: 'string' } });
  const { set = 'demo', scale } = values;
  if (set !== 'demo' && set !== 'bench') throw new CommandError(`There is no set called ${set}.\n${USAGE}`);
  const size = scale === undefined ? {} : { scale: scaleOf(scale) };
  if (scale !== undefined && set === 'demo') throw new CommandError(`--scale is for the set bench.\n${USAGE}`);
  const asOf = values['as-of'] === undefined ? {} : { asOf: dayOf(values['as-of']) };
  const config = readConfig(process.env);
  await runCommand('db:seed', async ({ db, directUrl, say }) => {
    await migrateToLatest(db);
    if (set === 'bench') {
      const patient = connectDatabase({ url: directUrl, max: 2, statementTimeout: STATEMENT_MS });
      try {
        const bench = { asOf: REFERENCE_DAY, ...asOf, password: DEMO_PASSWORD, say, ...size };
        if (!(await seedBench(patient.db, bench))) throw new CommandError(REFUSED);
      } finally {
        await patient.close();
      }
      say(`filled in the bench set; every password is ${DEMO_PASSWORD}`);
      return;
    }
    const seeding = createDemoSeeding(config, await openVault(db, config));
    if (!(await seedDemo(db, { ...seeding, ...asOf }))) throw new CommandError(REFUSED);
    say(`filled in the demo company; every password is ${DEMO_PASSWORD}`);
  });
});
