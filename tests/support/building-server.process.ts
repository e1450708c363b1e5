import { setTimeout as sleep } from 'node:timers/promises';
import { readDataDir } from '#server/config.ts';
import { findRunningDatabase } from '#server/database/embedded/embedded-postgres.ts';
import { runServer } from '#server/run-server.ts';

/** How the build of the pages ends; the first argument. */
export type BuildFate = 'sound' | 'failing';

const fate = process.argv[2] as BuildFate;

/** Starts only once the database runs. */
async function buildPages(): Promise<void> {
  while (findRunningDatabase(readDataDir(process.env)) === undefined) await sleep(20);
  if (fate === 'failing') throw new Error('the pages could not be built');
  process.stdout.write('the pages are built\n');
}

await runServer({ pagesBuilt: buildPages() });
