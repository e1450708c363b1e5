import type { State } from '#contracts/states/states.ts';

type Service = (request: never) => Promise<unknown>;

/** The services of one of the two pages of personal accounts, which have the same requests and replies. */
export interface PersonServices {
  path: '/auth-personages' | '/operation-auths';
  usage: 'self' | 'host';
  /** Further fields of the requests of this page. */
  holder: object;
  /** Further fields of its rows. */
  more: { row: object; like: object };
  exported: 'personal accounts' | 'hosted persons';
  fileName: { plain: string; name: string };
  list: Service;
  authUrl: Service;
  authResult: Service;
  importAssets: Service;
  addToken: Service;
  check: Service;
  sync: Service;
  edit: Service;
  setStatus: Service;
  remove: Service;
  exportAll: Service;
}

/** One of the two pages, with the provider states of its exchanges. */
export interface PersonPage {
  services: PersonServices;
  /** The literal path of a call of the page. */
  at: (verb: string) => string;
  admin: State[];
  /** Ada exists and grants assets. */
  known: State[];
  /** Ada is also assigned to a user. */
  assigned: State[];
  /** Ada is in batch 900. */
  busy: State[];
}

/** Calls a service of either page with the same body; the page that takes it is known where it is passed in. */
export const asks =
  (service: Service, body: object): (() => Promise<unknown>) =>
  () =>
    service(body as never);
