import { migrateToLatest } from '#server/database/migrate.ts';
import { DEMO_PASSWORD, seedDemo } from '#server/seed/demo.ts';
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
  await runCommand('db:seed', async ({ db, say }) => {
    await migrateToLatest(db);
    if (!(await seedDemo(db, asOf)))
      throw new CommandError('Somebody has an account already, so nothing was changed: the demo company only goes into an empty system.');
    say(`filled in the demo company; every password is ${DEMO_PASSWORD}`);
  });
});
