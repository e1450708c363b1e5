import type { Channels } from '#server/channel/ad-platform.ts';
import type { CatalogueSource } from '#server/channel/catalogue-source.ts';
import type { RateSource } from '#server/channel/rate-source.ts';
import type { SiteFeed } from '#server/channel/site-feed.ts';
import type { Files } from './files.ts';
import type { Vault } from './vault.ts';
import type { WebhookSender } from './webhook.ts';

/** Connections of a server besides its database, which scheduled tasks may use. */
export interface Connections {
  readonly channels: Channels;
  /** Feed of the company's own sites. */
  readonly siteFeed: SiteFeed;
  /** The company's catalogue of dramas and products. */
  readonly catalogue: CatalogueSource;
  readonly rates: RateSource;
  readonly vault: Vault;
  readonly files: Files;
  /** Sends alerts to addresses that users entered. */
  readonly webhooks: WebhookSender;
  /** Origin at which people reach the console, for links outside of it; undefined when it is not configured. */
  readonly publicUrl?: string | undefined;
}
