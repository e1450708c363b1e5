import type { ServerConfig } from '#server/config.ts';
import { systemClock } from '#server/domain/clock.ts';
import type { Vault } from '#server/domain/vault.ts';
import { openFiles } from '#server/files/open-files.ts';
import { FILES_KEY } from '#server/outside.ts';
import type { DemoSeeding } from './demo.ts';

/** Seeding options for a server with this configuration; files go where the server serves them from. */
export function createDemoSeeding({ filesDir, sandbox }: Pick<ServerConfig, 'filesDir' | 'sandbox'>, vault: Vault): DemoSeeding {
  const { files } = openFiles({ clock: systemClock, folder: filesDir, signingKey: vault.derive(FILES_KEY) });
  return { vault, sandboxSeed: sandbox.seed, store: (bytes, type) => files.store(bytes, type) };
}
