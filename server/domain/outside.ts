import type { FastifyInstance } from 'fastify';
import type { SiteVerifier } from './assets/site-verifier.ts';
import type { Connections } from './connections.ts';
import type { Job } from './jobs/job.ts';

/** What a server has besides its database. */
export interface Outside extends Connections {
  readonly siteVerifier: SiteVerifier;
  /** What it does by itself: a simulated channel lives on. */
  readonly jobs?: readonly Job[];
  /** Routes that are no calls: kept files, the pages of a simulated channel. */
  readonly mount?: (app: FastifyInstance) => void | Promise<void>;
}

const absent = (what: string) => (): never => {
  throw new Error(`this server was started without ${what}`);
};

/** For a server that needs none of it: each fails when asked. */
export const nothingOutside: Outside = {
  channels: { of: absent('channels'), connectorFor: () => undefined },
  siteFeed: { orders: absent('a site feed'), visits: absent('a site feed'), pixelEvents: absent('a site feed') },
  rates: { ratesOf: absent('exchange rates') },
  vault: { seal: absent('a vault'), open: absent('a vault'), isOld: absent('a vault'), derive: absent('a vault') },
  files: {
    address: absent('files'),
    addressIfStored: absent('files'),
    storePicture: absent('files'),
    store: absent('files'),
    open: absent('files'),
    get uploads() {
      return absent('files')();
    },
    examine: absent('files'),
    createCover: absent('files'),
    remove: absent('files'),
    all: absent('files'),
  },
  siteVerifier: { check: absent('a verifier of sites') },
};
