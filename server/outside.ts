import type { Kysely } from 'kysely';
import { withCallTimeouts } from './channel/call-timeouts.ts';
import type { SandboxConfig } from './channel/sandbox/config.ts';
import { createSandbox } from './channel/sandbox/sandbox.ts';
import type { Database } from './database/schema.ts';
import { testDomains } from './domain/assets/site-verifier.ts';
import type { Clock } from './domain/clock.ts';
import type { Outside } from './domain/outside.ts';
import type { Vault } from './domain/vault.ts';
import { openFiles } from './files/open-files.ts';
import { createWebhookSender } from './webhook-sender.ts';

/** Purpose of the key that signs addresses of files. */
export const FILES_KEY = 'addresses of files';

export interface OutsideOptions {
  db: Kysely<Database>;
  clock: Clock;
  vault: Vault;
  /** Created when it does not exist. */
  filesFolder: string;
  sandbox: SandboxConfig;
  /** Permits webhooks to loopback and private addresses, and without TLS. */
  webhooksToPrivate?: boolean;
  publicUrl?: string | undefined;
}

/** Connects a server with its channels and its folder of stored files. */
export function openOutside({ db, clock, vault, filesFolder, sandbox, webhooksToPrivate = false, publicUrl }: OutsideOptions): Outside {
  const simulated = createSandbox({ ...sandbox, db, clock });
  const platform = withCallTimeouts(simulated.platform);
  const storedFiles = openFiles({ clock, folder: filesFolder, signingKey: vault.derive(FILES_KEY) });
  return {
    vault,
    files: storedFiles.files,
    siteVerifier: testDomains,
    webhooks: createWebhookSender({ allowsPrivate: webhooksToPrivate }),
    publicUrl,
    siteFeed: simulated.siteFeed,
    catalogue: simulated.catalogue,
    rates: simulated.rates,
    channels: {
      of(connector) {
        if (connector === 'sandbox') return platform;
        throw new Error(`this server is not connected with ${connector}`);
      },
      connectorFor: () => 'sandbox',
    },
    jobs: simulated.jobs,
    mount(app) {
      simulated.mount(app);
      storedFiles.mount(app);
    },
  };
}
