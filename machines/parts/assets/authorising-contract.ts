import type { Failure, FieldFaults } from '../../kernel/form/faults.ts';
import type { Draft } from '../../kernel/form/form-dialog.machine.ts';
import type { Sealed } from '../../kernel/form/sealed.ts';
import type { AuthoriseSubject, AuthoriseValues, ImportValues } from './authorising-rules.ts';
import type { FoundObject } from './discover.machine.ts';

/** Where to authorise, and under which one-time word the result is asked for: in no snapshot, memo or drawing. */
export type Ticket = Sealed<{ url: string; state: string }>;

/** The person, and what they have on the channel; nothing is found while the channel cannot say. */
export interface Granted {
  id: number;
  name: string;
  missing_scopes: string[];
  found: { accounts: FoundObject[]; homepages: FoundObject[]; pixels: FoundObject[] } | null;
}

/** What the first step came to. */
export type Begun =
  | { kind: 'window'; ticket: Ticket; expiresAt: string }
  | { kind: 'link'; ticket: Ticket; expiresAt: string }
  | { kind: 'granted'; granted: Granted };

export type AuthoriseResult =
  | { kind: 'waiting' }
  | { kind: 'granted'; granted: Granted }
  /** `reason`: of the call; `message`: in words. */
  | { kind: 'refused'; reason: string; message: string };

export interface ImportQuestion {
  personalAccountId: number;
  values: ImportValues;
  /** Something chosen is authorised by another person until now. */
  switches: boolean;
  key: string;
}

export interface AuthorisingContext {
  /** As it was filled in, to begin anew after a refusal. */
  draft: Draft<AuthoriseValues, AuthoriseSubject> | undefined;
  ticket: Ticket | undefined;
  /** Instant. */
  expiresAt: string | undefined;
  looks: number;
  waitedMs: number;
  refusal: { reason: string; message: string } | undefined;
  values: ImportValues;
  faults: FieldFaults<ImportValues>;
  failure: Failure | undefined;
  key: string;
  refusals: number;
  answer: Granted | undefined;
}

export type AuthorisingEvent =
  | { type: 'authorising.opened'; draft: Draft<AuthoriseValues, AuthoriseSubject> }
  | { type: 'authorisingForm.saved'; saved: Begun }
  /** The first step again, as it was filled in. */
  | { type: 'authorising.restarted' }
  | { type: 'authorising.fieldChanged'; changes: Partial<ImportValues> }
  /** `key`: a new UUID. */
  | { type: 'authorising.confirmed'; key: string }
  | { type: 'authorising.askedAgain' }
  /** What was chosen is asked about first, and lost when it is said again. */
  | { type: 'authorising.dismissed' }
  | { type: 'authorising.leaveCancelled' };

export type AuthorisingFact =
  /** Somebody is authorised: there is a row, new or renewed. */
  | { type: 'authorising.granted'; id: number }
  | { type: 'authorising.linkMade' }
  /** What was found is being brought in. */
  | { type: 'authorising.started'; batchId: number; siblings: number[] };
