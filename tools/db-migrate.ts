import { migrateToLatest } from '#server/database/migrate.ts';
import { runCommand } from './command.ts';

await runCommand('db:migrate', async ({ db, say }) => {
  const applied = await migrateToLatest(db);
  for (const name of applied) say(name);
  say(applied.length === 0 ? 'the database is up to date' : 'the database is now up to date');
});
