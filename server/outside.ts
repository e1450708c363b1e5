import type { Kysely } from 'kysely';
import { AdPlatformError, type Connector } from './channel/ad-platform.ts';
import { withCallTimeouts } from './channel/call-timeouts.ts';
import type { MetaConfig } from './channel/meta/config.ts';
import { createMeta } from './channel/meta/meta.ts';
import { createNotices } from './channel/meta/notices.ts';
import type { SandboxConfig } from './channel/sandbox/config.ts';
import { createSandbox } from './channel/sandbox/sandbox.ts';
import type { Database } from './database/schema.ts';
import { testDomains } from './domain/assets/site-verifier.ts';
import type { Clock } from './domain/clock.ts';
import { dictionaries } from './domain/dictionaries.ts';
import type { Outside } from './domain/outside.ts';
import { createPushedSites } from './domain/site-push/index.ts';
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
  /** Undefined for a server that is not connected with Meta. */
  meta?: MetaConfig | undefined;
  /** Secrets that the company's own sites sign their pushes with; without any, the sites are simulated. */
  siteSecrets?: readonly string[];
  /** Takes notes about calls to ad networks for the log. */
  note?: (text: string) => void;
  /** Permits webhooks to loopback and private addresses, and without TLS. */
  webhooksToPrivate?: boolean;
  publicUrl?: string | undefined;
}

const notConnected = (connector: Connector): AdPlatformError =>
  new AdPlatformError('down', {
    code: 2,
    title: 'Not connected',
    userMessage: `This server is not connected with the network ${connector}; its settings are missing.`,
  });

/** Connects a server with its channels and its folder of stored files. */
export function openOutside({
  db,
  clock,
  vault,
  filesFolder,
  sandbox,
  meta,
  siteSecrets = [],
  note,
  webhooksToPrivate = false,
  publicUrl,
}: OutsideOptions): Outside {
  const simulated = createSandbox({ ...sandbox, db, clock });
  const platforms = new Map([['sandbox', withCallTimeouts(simulated.platform)]]);
  const live =
    meta === undefined ? undefined : createMeta({ config: meta, clock, note, languages: dictionaries.locales.map(({ value }) => value) });
  if (live !== undefined) platforms.set('meta', withCallTimeouts(live.platform));
  const offered: Connector[] = [...(meta === undefined ? [] : (['meta'] as const)), ...(sandbox.isOffered ? (['sandbox'] as const) : [])];
  const pushed = siteSecrets.length === 0 ? undefined : createPushedSites(db);
  const storedFiles = openFiles({ clock, folder: filesFolder, signingKey: vault.derive(FILES_KEY) });
  return {
    vault,
    files: storedFiles.files,
    siteVerifier: testDomains,
    webhooks: createWebhookSender({ allowsPrivate: webhooksToPrivate }),
    publicUrl,
    siteFeed: pushed?.feed ?? simulated.siteFeed,
    ...(pushed === undefined ? {} : { sitePush: { take: pushed.take, secrets: siteSecrets } }),
    catalogue: simulated.catalogue,
    rates: pushed?.rates ?? simulated.rates,
    channels: {
      of(connector) {
        const platform = platforms.get(connector);
        if (platform === undefined) throw notConnected(connector);
        return platform;
      },
      ...(meta === undefined ? {} : { notices: createNotices(meta) }),
      ...(live === undefined
        ? {}
        : {
            findVersionWarnings: async () => {
              const warning = await live.findVersionWarning();
              return warning === null ? [] : [`${warning} Set META_API_VERSION to a newer version.`];
            },
          }),
      connectorsFor: (channel) => offered.filter((connector) => connector === 'sandbox' || connector === channel),
    },
    jobs: [...simulated.jobs, ...(pushed?.jobs ?? [])],
    mount(app) {
      simulated.mount(app);
      storedFiles.mount(app);
    },
  };
}
