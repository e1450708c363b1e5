import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Connection, connectDatabase } from '#server/database/connect.ts';
import { onServer, type Template, type TemplateKind, withDatabase } from './database-broker.ts';

export interface TestDatabase extends Connection {
  /** For tests that need a connection, or a server, of their own. */
  url: string;
}

/** A migrated database for one test file, with demo data if requested (`seed: 'demo'`). `close` drops it. */
export async function createTestDatabase({ seed = 'none' }: { seed?: TemplateKind } = {}): Promise<TestDatabase> {
  const { adminUrl, template, prefix } = await askFor(seed);
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  // Copying files is several times as fast as copying through the log, and nothing here is ever restored from the log.
  await onServer(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = withDatabase(adminUrl, name);
  const connection = connectDatabase({ url, max: 5 });
  return {
    url,
    db: connection.db,
    close: async () => {
      await connection.close();
      await onServer(adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

async function askFor(seed: TemplateKind): Promise<Template> {
  const answer = await fetch(`${inject('databaseBroker')}/${seed}`);
  if (!answer.ok) throw new Error(`no test database: ${await answer.text()}`);
  return (await answer.json()) as Template;
}
