import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Job } from '#server/domain/jobs/index.ts';
import type { AdPlatform } from '../ad-platform.ts';
import type { CatalogueSource } from '../catalogue-source.ts';
import type { RateSource } from '../rate-source.ts';
import type { SiteFeed } from '../site-feed.ts';
import { listAdAccounts, listPages, listPixels, pageVolumes, sharePixel, unsharePixel } from './assets.ts';
import { listAudiences } from './audiences.ts';
import { authUrl, mountAuthPage } from './auth-routes.ts';
import { exchange, inspect } from './authorise.ts';
import { simulatedCatalogue } from './catalogue.ts';
import { mountClock } from './clock-routes.ts';
import type { SandboxConfig } from './config.ts';
import { sendConversion } from './conversions.ts';
import { createAd, createAdGroup, createCampaign, estimateEnd, validate } from './creating.ts';
import { breakdown } from './delivery/breakdown.ts';
import { insights } from './delivery/insights.ts';
import { tickJob } from './delivery/tick.job.ts';
import { simulatedSites } from './feed/site-feed.ts';
import { searchInterests } from './interests.ts';
import { assetStatus, findAsset, uploadAsset } from './media.ts';
import { createRunner } from './operation.ts';
import { createPost, deletePost, findPost, postState } from './posts.ts';
import { simulatedRates } from './rates.ts';
import { changedSince, entityState, findByTag } from './reading.ts';
import { setTime } from './simulated-time.ts';
import { sandboxTables } from './tables.ts';
import { update } from './updating.ts';

export interface Sandbox {
  platform: AdPlatform;
  /** The feed of the sites that its ads link to. */
  siteFeed: SiteFeed;
  catalogue: CatalogueSource;
  rates: RateSource;
  /** Advances the delivery to now. */
  jobs: readonly Job[];
  /** Mounts its pages and, where allowed, the calls that move its clock. */
  mount(app: FastifyInstance): void;
}

export interface SandboxOptions extends Omit<SandboxConfig, 'isOffered'> {
  db: Kysely<Database>;
  /** The server's clock; the channel's own clock starts from it and may run faster. */
  clock: Clock;
  /** Waits before a delayed answer; tests can skip the wait. */
  sleep?: (ms: number) => Promise<unknown>;
}

/** Creates the simulated ad network, which behaves like a live one and costs nothing. Its world is founded at the first call. */
export function createSandbox({ db: database, clock, seed, speed, faults, control, tokens, sleep }: SandboxOptions): Sandbox {
  const db = sandboxTables(database);
  const now = () => clock.now();
  const run = createRunner({ db, now, seed, speed, faults, sleep });

  const platform: AdPlatform = {
    authUrl,
    exchange: (code) => run((operation) => exchange(operation, code)),
    inspect: (token) => run((operation) => inspect(operation, token)),
    listAdAccounts: (t) => listAdAccounts(run, t),
    listPages: (t) => listPages(run, t),
    pageVolumes: (t) => pageVolumes(run, t),
    listPixels: (t, account) => listPixels(run, t, account),
    sharePixel: (t, pixel, account) => run((operation) => sharePixel(operation, t, pixel, account)),
    unsharePixel: (t, pixel, account) => run((operation) => unsharePixel(operation, t, pixel, account)),
    listAudiences: (t, account) => listAudiences(run, t, account),
    searchInterests: (t, words) => run((operation) => searchInterests(operation, t, words)),
    uploadAsset: (t, account, file, tag) => uploadAsset(run, t, account, file, tag),
    findAsset: (t, account, tag) => run((operation) => findAsset(operation, t, account, tag)),
    assetStatus: (t, account, asset) => run((operation) => assetStatus(operation, t, account, asset)),
    createPost: (t, page, post, tag) => createPost(run, t, page, post, tag),
    findPost: (t, page, { tag }) => run((operation) => findPost(operation, t, page, tag)),
    postState: (t, page, post) => run((operation) => postState(operation, t, page, post)),
    deletePost: (t, page, post) => run((operation) => deletePost(operation, t, page, post)),
    createCampaign: (t, account, campaign, tag) => run((operation) => createCampaign(operation, t, account, campaign, tag)),
    createAdGroup: (t, account, group, tag) => run((operation) => createAdGroup(operation, t, account, group, tag)),
    createAd: (t, account, ad, tag) => run((operation) => createAd(operation, t, account, ad, tag)),
    validate: (t, account, object) => run((operation) => validate(operation, t, account, object)),
    estimateEnd: (t, account, writes) => run((operation) => estimateEnd(operation, t, account, writes)),
    update: (t, account, level, id, patch) => run((operation) => update(operation, t, account, level, id, patch)),
    findByTag: (t, account, level, tag) => run((operation) => findByTag(operation, t, account, level, tag)),
    entityState: (t, account, level, id) => run((operation) => entityState(operation, t, account, level, id)),
    changedSince: (t, account, since) => changedSince(run, t, account, since),
    insights: (t, account, query) => insights(run, t, account, query),
    breakdown: (t, account, query) => breakdown(run, t, account, query),
    sendConversion: (t, pixel, events) => run((operation) => sendConversion(operation, t, pixel, events)),
  };

  return {
    platform,
    siteFeed: simulatedSites(run),
    catalogue: simulatedCatalogue(run),
    rates: simulatedRates(seed),
    jobs: [tickJob(run)],
    mount(app) {
      mountAuthPage(app, run, { tokens });
      if (control) mountClock(app, run, (wanted) => setTime(db, now(), wanted));
    },
  };
}
