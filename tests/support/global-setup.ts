import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startBroker } from './database-broker.ts';
import { newMemoryFolder } from './memory-folder.ts';
import { prepareProgramsFolder } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files request a database. */
    databaseBroker: string;
  }
}

/** Once per run of vitest, before the first file and after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = newMemoryFolder();
  // Inherited by the test processes and by every program they start.
  if (folder !== undefined) process.env['TMPDIR'] = folder;
  const removePrograms = prepareProgramsFolder();
  const broker = await startBroker();
  project.provide('databaseBroker', broker.address);
  return async () => {
    await broker.close();
    removePrograms();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
}
