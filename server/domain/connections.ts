import type { Channels } from '#server/channel/ad-platform.ts';
import type { RateSource } from '#server/channel/rate-source.ts';
import type { SiteFeed } from '#server/channel/site-feed.ts';
import type { Files } from './files.ts';
import type { Vault } from './vault.ts';

/** What a server works with besides its database, and what scheduled tasks are given of it. */
export interface Connections {
  readonly channels: Channels;
  /** What our own sites tell. */
  readonly siteFeed: SiteFeed;
  readonly rates: RateSource;
  readonly vault: Vault;
  readonly files: Files;
}
