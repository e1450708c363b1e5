import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Clock } from '#server/domain/clock.ts';
import { type AdPlatform, AdPlatformError, type RemoteEntity, type Tok } from '../ad-platform.ts';
import { createAccountSettings, listAdAccounts, watchChanges } from './accounts.ts';
import { listAudiences } from './audiences.ts';
import { authUrl, exchange, inspect } from './auth.ts';
import { breakdown } from './breakdowns.ts';
import type { MetaConfig } from './config.ts';
import { sendConversion } from './conversions.ts';
import { createAd, createAdGroup, createCampaign, validate } from './creating.ts';
import { createGraph, type Graph, type GraphOptions } from './graph/call.ts';
import { insights } from './insights.ts';
import { createLookups } from './lookups.ts';
import { assetStatus, findAsset, uploadAsset } from './media.ts';
import { listPages, pageVolumes } from './pages.ts';
import { listPixels, setShared } from './pixels.ts';
import { createPost, deletePost, findPost, postState } from './posts.ts';
import { changedSince, entityState } from './reading.ts';
import { findByTag, resolvePatch, update } from './updating.ts';

export interface MetaOptions extends Pick<GraphOptions, 'fetch' | 'random' | 'note'> {
  readonly config: MetaConfig;
  readonly clock: Clock;
  /** The codes of the languages that the product knows, into which those of audiences are translated back. */
  readonly languages: readonly string[];
  /** Waits before a retry or the next look at a report; tests can skip the wait. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

export interface Meta {
  readonly platform: AdPlatform;
  /** Asks the network whether the version in use is about to end; null when it says nothing about that. */
  findVersionWarning(): Promise<string | null>;
  readonly graph: Graph;
}

/** Creates the connector to Meta. It keeps nothing but what the network told about quotas, currencies and time zones. */
export function createMeta({ config, clock, languages, sleep = sleepFor, ...options }: MetaOptions): Meta {
  const graph = createGraph({ config, sleep, now: () => clock.now(), ...options });
  const settingsOf = createAccountSettings(graph);
  const { resolveAudience: resolve, nameLanguages, searchInterests } = createLookups(graph, languages);
  const inOurWords = async (t: Tok, entity: RemoteEntity): Promise<RemoteEntity> =>
    entity.level === 'ad_group'
      ? { ...entity, spec: { ...entity.spec, targeting: await nameLanguages(t, entity.spec.targeting) } }
      : entity;
  /** Pictures of videos that were uploaded to ad accounts before. */
  const thumbnails = new Map<string, Map<string, string>>();
  const thumbnailsOf = (account: string) => {
    const known = thumbnails.get(account) ?? new Map<string, string>();
    thumbnails.set(account, known);
    return known;
  };
  const platform: AdPlatform = {
    authUrl: (state) => authUrl(graph, state),
    exchange: (code) => exchange(graph, code),
    inspect: (token) => inspect(graph, token),
    listAdAccounts: (t) => listAdAccounts(graph, t),
    listPages: (t) => listPages(graph, t, options.fetch),
    pageVolumes: (t, account) => pageVolumes(graph, t, account),
    listPixels: (t, account) => listPixels(graph, t, account),
    sharePixel: (t, pixel, account) => setShared(graph, t, pixel, account, true),
    unsharePixel: (t, pixel, account) => setShared(graph, t, pixel, account, false),
    listAudiences: (t, account) => listAudiences(graph, t, account),
    searchInterests,
    uploadAsset: (t, account, file, tag) => uploadAsset(graph, t, account, file, tag),
    findAsset: (t, account, tag) => findAsset(graph, t, account, tag),
    assetStatus: (t, account, asset) => assetStatus(graph, t, account, asset),
    createPost: (t, page, post, tag) => createPost(graph, t, page, post, tag),
    findPost: (t, page, lost) => findPost(graph, t, page, lost),
    postState: (t, page, post) => postState(graph, t, page, post),
    deletePost: (t, page, post) => deletePost(graph, t, page, post),
    createCampaign: (t, account, campaign, tag) => createCampaign(graph, t, account, campaign, tag),
    createAdGroup: (t, account, group, tag) => createAdGroup(graph, t, account, group, { tag, resolve }),
    createAd: (t, account, ad, tag) => createAd(graph, t, account, ad, { tag, thumbnails: thumbnailsOf(account) }),
    validate: (t, account, object) => validate(graph, t, account, object, { thumbnails: thumbnailsOf(account), resolve }),
    async estimateEnd(t, account, writes) {
      // Any answer tells the tier of the account.
      await settingsOf(t, account);
      return { tier: graph.pacer.tierOf(account), ends_at: graph.pacer.estimateEnd(account, 'write', writes) };
    },
    update: async (t, account, level, id, patch) => await update(graph, t, account, level, id, await resolvePatch(t, patch, resolve)),
    findByTag: (t, account, level, tag) => findByTag(graph, t, account, level, tag),
    async entityState(t, account, level, id) {
      const entity = await entityState(graph, t, account, level, id);
      return entity && (await inOurWords(t, entity));
    },
    async *changedSince(t, account, since) {
      for await (const entity of changedSince(graph, t, account, since)) yield await inOurWords(t, entity);
    },
    async *insights(t, account, query) {
      yield* insights(graph, t, account, await settingsOf(t, account), query);
    },
    breakdown: (t, account, query) => breakdown(graph, t, account, query),
    sendConversion: (t, pixel, events) => sendConversion(graph, t, pixel, events),
    ...(config.webhookToken === undefined ? {} : { watchChanges: (t: Tok, account: string) => watchChanges(graph, t, account) }),
  };
  async function findVersionWarning(): Promise<string | null> {
    try {
      await graph.call({ method: 'GET', path: `/${config.appId}`, token: null, parameters: { fields: 'id' } });
    } catch (error) {
      // Another failure says nothing about the version; what earlier answers said still stands.
      if (!(error instanceof AdPlatformError)) throw error;
    }
    return graph.versionWarning();
  }
  return { platform, graph, findVersionWarning };
}
