import { inject } from 'vitest';
import { type Connection, connectDatabase } from '#server/database/connect.ts';
import type { TemplateKind } from './database-broker.ts';

export interface TestDatabase extends Connection {
  /** For tests that need a connection, or a server, of their own. */
  url: string;
}

/** A migrated database for one test file, with demo data if requested (`seed: 'demo'`). `close` gives it back to be dropped. */
export async function createTestDatabase({ seed = 'none' }: { seed?: TemplateKind } = {}): Promise<TestDatabase> {
  const broker = inject('databaseBroker');
  const answer = await fetch(`${broker}/${seed}`);
  const url = await answer.text();
  if (!answer.ok) throw new Error(`no test database: ${url}`);
  const connection = connectDatabase({ url, max: 5 });
  return {
    url,
    db: connection.db,
    close: async () => {
      await connection.close();
      await fetch(broker + new URL(url).pathname, { method: 'DELETE' });
    },
  };
}
