import type { State } from '#contracts/states/states.ts';

type Service = (request: never) => Promise<unknown>;

/** The services of one of the two pages of personal accounts. What is asked and answered is alike. */
export interface PersonServices {
  path: '/auth-personages' | '/operation-auths';
  usage: 'self' | 'host';
  /** What the requests of this page carry besides. */
  holder: object;
  /** What its rows carry besides. */
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

/** One of the two pages, with the situations that its exchanges begin in. */
export interface PersonPage {
  services: PersonServices;
  /** Of a call of the page, written out. */
  at: (verb: string) => string;
  admin: State[];
  /** Ada is there, and grants things. */
  known: State[];
  /** She is assigned to somebody, too. */
  assigned: State[];
  /** The batch 900 has her. */
  busy: State[];
}

/** The same body goes to a service of either page; which of them takes which is known where they are handed over. */
export const asks =
  (service: Service, body: object): (() => Promise<unknown>) =>
  () =>
    service(body as never);
