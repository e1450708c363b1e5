import type { AuthoriseResult, AuthorisingContext, Begun, Granted, Ticket } from './authorising-contract.ts';
import { blankImport, type ImportValues } from './authorising-rules.ts';
import { type FoundObject, isSwitched } from './discover.machine.ts';

/** How long a result is left alone, in milliseconds: shortly at first, then longer. */
const FIRST_PAUSE_MS = 1500;
const LONGEST_PAUSE_MS = 5000;
const GROWTH = 1.2;
/** The window is good for ten minutes; after that there is nothing to wait for, whether the server can say so or not. */
export const PATIENCE_MS = 11 * 60_000;

export const pauseAfter = (looks: number): number => Math.min(Math.round(FIRST_PAUSE_MS * GROWTH ** looks), LONGEST_PAUSE_MS);

export const nothingAuthorised: AuthorisingContext = {
  draft: undefined,
  ticket: undefined,
  expiresAt: undefined,
  looks: 0,
  waitedMs: 0,
  refusal: undefined,
  values: blankImport,
  faults: {},
  failure: undefined,
  key: '',
  refusals: 0,
  answer: undefined,
};

type WithTicket = Extract<Begun, { ticket: Ticket }>;

export const ticketIn = (begun: Begun): Partial<WithTicket> => (begun.kind === 'granted' ? {} : begun);

/** The batches that began; none where none did. */
export const batchesOf = ({ batchIds = [] }: { kind: string; batchIds?: number[] }) => ({ batchIds });

/** Something chosen is authorised by another person until now. */
export function isSwitching(granted: Granted | undefined, { account_ids, page_ids, pixel_ids }: ImportValues): boolean {
  const { accounts = [], homepages = [], pixels = [] } = granted?.found ?? {};
  const among = (found: FoundObject[], ids: string[]) => found.some((one) => isSwitched(one, ids));
  return among(accounts, account_ids) || among(homepages, page_ids) || among(pixels, pixel_ids);
}

const nobody: Granted = { id: 0, name: '', missing_scopes: [], found: null };

export function grantedIn(begun: Begun): Granted {
  return begun.kind === 'granted' ? begun.granted : nobody;
}

export function resultIn(result: AuthoriseResult): Granted {
  return result.kind === 'granted' ? result.granted : nobody;
}
