import type { ServerConfig } from '#server/config.ts';
import { systemClock } from '#server/domain/clock.ts';
import type { Vault } from '#server/domain/vault.ts';
import { openFiles } from '#server/files/open-files.ts';
import { FILES_KEY } from '#server/outside.ts';
import type { DemoSeeding } from './demo.ts';

/** What a server of that configuration seeds the demo company with: its files lie where the server serves them from. */
export function demoSeeding({ filesDir, sandbox }: Pick<ServerConfig, 'filesDir' | 'sandbox'>, vault: Vault): DemoSeeding {
  const { files } = openFiles({ clock: systemClock, folder: filesDir, signingKey: vault.derive(FILES_KEY) });
  return { vault, sandboxSeed: sandbox.seed, keep: (bytes, type) => files.store(bytes, type) };
}
