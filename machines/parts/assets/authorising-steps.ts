import type { AuthoriseResult, AuthorisingContext, FirstStepResult, GrantedAccount, Ticket } from './authorising-contract.ts';
import { blankImport, type ImportValues } from './authorising-rules.ts';
import { type FoundObject, isSwitched } from './discover.machine.ts';

/** Pauses between checks for a result, in milliseconds: short at first, then longer. */
const FIRST_PAUSE_MS = 1500;
const MAX_PAUSE_MS = 5000;
const PAUSE_GROWTH = 1.2;
/** The window is valid for ten minutes; then waiting ends even if the server cannot be reached. */
export const MAX_WAIT_MS = 11 * 60_000;

export const pauseAfter = (polls: number): number => Math.min(Math.round(FIRST_PAUSE_MS * PAUSE_GROWTH ** polls), MAX_PAUSE_MS);

export const blankAuthorising: AuthorisingContext = {
  draft: undefined,
  ticket: undefined,
  expiresAt: undefined,
  polls: 0,
  waitedMs: 0,
  refusal: undefined,
  values: blankImport,
  faults: {},
  failure: undefined,
  key: '',
  refusals: 0,
  answer: undefined,
};

type WithTicket = Extract<FirstStepResult, { ticket: Ticket }>;

export const ticketIn = (begun: FirstStepResult): Partial<WithTicket> => (begun.kind === 'granted' ? {} : begun);

/** The started batches; none if the start was refused. */
export const batchesOf = ({ batchIds = [] }: { kind: string; batchIds?: number[] }) => ({ batchIds });

/** Whether a chosen object is currently authorised by another personal account. */
export function isSwitching(granted: GrantedAccount | undefined, { account_ids, page_ids, pixel_ids }: ImportValues): boolean {
  const { accounts = [], homepages = [], pixels = [] } = granted?.found ?? {};
  const among = (found: FoundObject[], ids: string[]) => found.some((one) => isSwitched(one, ids));
  return among(accounts, account_ids) || among(homepages, page_ids) || among(pixels, pixel_ids);
}

const NO_ACCOUNT: GrantedAccount = { id: 0, name: '', missing_scopes: [], found: null };

export function grantedIn(begun: FirstStepResult): GrantedAccount {
  return begun.kind === 'granted' ? begun.granted : NO_ACCOUNT;
}

export function resultIn(result: AuthoriseResult): GrantedAccount {
  return result.kind === 'granted' ? result.granted : NO_ACCOUNT;
}
