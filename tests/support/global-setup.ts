import type { TestProject } from 'vitest/node';
import { startBroker } from './database-broker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for a database. */
    databaseBroker: string;
  }
}

/** Once per run of vitest, before the first file and after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const broker = await startBroker();
  project.provide('databaseBroker', broker.address);
  return () => broker.close();
}
