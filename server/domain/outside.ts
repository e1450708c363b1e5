import type { FastifyInstance } from 'fastify';
import type { SitePush, SitePushResult } from '#contracts/endpoints/site-push.ts';
import type { SiteVerifier } from './assets/site-verifier.ts';
import type { Connections } from './connections.ts';
import type { Job } from './jobs/job.ts';

/** Keeps what the company's own sites push until it is read. */
export interface SitePushTarget {
  /** Keeps the rows of a push; a row replaces the one with its key unless that one is newer. Repeating a push changes nothing. */
  take(push: SitePush, now: Date): Promise<SitePushResult>;
  /** Any of them signs a push. */
  readonly secrets: readonly string[];
}

/** Everything a server has besides its database. */
export interface Outside extends Connections {
  readonly siteVerifier: SiteVerifier;
  /** Absent on a server whose sites are simulated. */
  readonly sitePush?: SitePushTarget;
  /** Scheduled tasks of its own, such as advancing the simulated channel. */
  readonly jobs?: readonly Job[];
  /** Mounts routes that are not calls, such as stored files and pages of the simulated channel. */
  readonly mount?: (app: FastifyInstance) => void | Promise<void>;
}

const failWithout = (what: string) => (): never => {
  throw new Error(`this server was started without ${what}`);
};

/** For a server without connections: every use fails. */
export const nothingOutside: Outside = {
  channels: { of: failWithout('channels'), connectorsFor: () => [] },
  siteFeed: {
    orderDays: failWithout('a site feed'),
    orders: failWithout('a site feed'),
    visits: failWithout('a site feed'),
    pixelEvents: failWithout('a site feed'),
  },
  catalogue: { dramas: failWithout('a catalogue'), products: failWithout('a catalogue') },
  rates: { ratesOf: failWithout('exchange rates') },
  vault: { seal: failWithout('a vault'), open: failWithout('a vault'), isOld: failWithout('a vault'), derive: failWithout('a vault') },
  files: {
    address: failWithout('files'),
    addressIfStored: failWithout('files'),
    storePicture: failWithout('files'),
    store: failWithout('files'),
    open: failWithout('files'),
    get uploads() {
      return failWithout('files')();
    },
    examine: failWithout('files'),
    createCover: failWithout('files'),
    remove: failWithout('files'),
    all: failWithout('files'),
  },
  webhooks: { findProblem: failWithout('webhooks'), send: failWithout('webhooks') },
  siteVerifier: { check: failWithout('a verifier of sites') },
};
