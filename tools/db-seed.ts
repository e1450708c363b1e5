import { readConfig } from '#server/config.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { createVault } from '#server/domain/vault.ts';
import { DEMO_PASSWORD, seedDemo } from '#server/seed/demo.ts';
import { demoSeeding } from '#server/seed/demo-seeding.ts';
import { keptKeys } from '#server/vault-keys.ts';
import { CommandError, guarded, readArguments, runCommand } from './command.ts';

const USAGE = 'usage: npm run db:seed -- [--as-of 2026-11-20]   fills an empty system with the demo company, whose password is public';

function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()))
    throw new CommandError(`--as-of must be a day such as 2026-11-20.\n${USAGE}`);
  return day;
}

await guarded(async () => {
  const values = readArguments(USAGE, { 'as-of': { type: 'string' } });
  const asOf = values['as-of'] === undefined ? {} : { asOf: dayOf(values['as-of']) };
  const config = readConfig(process.env);
  await runCommand('db:seed', async ({ db, dataDir, say }) => {
    await migrateToLatest(db);
    const seeding = demoSeeding(config, createVault(config.vaultKeys ?? keptKeys(dataDir)));
    if (!(await seedDemo(db, { ...seeding, ...asOf })))
      throw new CommandError('Somebody has an account already, so nothing was changed: the demo company only goes into an empty system.');
    say(`filled in the demo company; every password is ${DEMO_PASSWORD}`);
  });
});
