import type { Failure, FieldFaults } from '../../kernel/form/faults.ts';
import type { Draft } from '../../kernel/form/form-dialog.machine.ts';
import type { Sealed } from '../../kernel/form/sealed.ts';
import type { AuthoriseSubject, AuthoriseValues, ImportValues } from './authorising-rules.ts';
import type { FoundObject } from './discover.machine.ts';

/**
 * The address of the authorisation and the one-time state with which its result is requested. Sealed, so that no snapshot, memo or
 * drawing contains it.
 */
export type Ticket = Sealed<{ url: string; state: string }>;

/** The personal account and its objects on the channel; `found` is null while the channel cannot list them. */
export interface GrantedAccount {
  id: number;
  name: string;
  missing_scopes: string[];
  found: { accounts: FoundObject[]; homepages: FoundObject[]; pixels: FoundObject[] } | null;
}

/** The result of the first step. */
export type FirstStepResult =
  | { kind: 'window'; ticket: Ticket; expiresAt: string }
  | { kind: 'link'; ticket: Ticket; expiresAt: string }
  | { kind: 'granted'; granted: GrantedAccount };

export type AuthoriseResult =
  | { kind: 'waiting' }
  | { kind: 'granted'; granted: GrantedAccount }
  /** `reason`: the code of the call; `message`: its text. */
  | { kind: 'refused'; reason: string; message: string };

export interface ImportFoundRequest {
  personalAccountId: number;
  values: ImportValues;
  /** Whether a chosen object is currently authorised by another personal account. */
  switches: boolean;
  key: string;
}

export interface AuthorisingContext {
  /** The submitted form, to start again after a refusal. */
  draft: Draft<AuthoriseValues, AuthoriseSubject> | undefined;
  ticket: Ticket | undefined;
  /** Instant. */
  expiresAt: string | undefined;
  polls: number;
  waitedMs: number;
  refusal: { reason: string; message: string } | undefined;
  values: ImportValues;
  faults: FieldFaults<ImportValues>;
  failure: Failure | undefined;
  key: string;
  refusals: number;
  answer: GrantedAccount | undefined;
}

export type AuthorisingEvent =
  | { type: 'authorising.opened'; draft: Draft<AuthoriseValues, AuthoriseSubject> }
  | { type: 'authorisingForm.saved'; saved: FirstStepResult }
  /** Opens the form again with its submitted values. */
  | { type: 'authorising.restarted' }
  | { type: 'authorising.fieldChanged'; changes: Partial<ImportValues> }
  /** `key`: a new UUID. */
  | { type: 'authorising.confirmed'; key: string }
  | { type: 'authorising.startRetried' }
  /** Asks before a choice is lost; a second time it is discarded. */
  | { type: 'authorising.dismissed' }
  | { type: 'authorising.leaveCancelled' };

export type AuthorisingFact =
  /** A personal account was authorised: its row is new or renewed. */
  | { type: 'authorising.granted'; id: number }
  | { type: 'authorising.linkMade' }
  /** The chosen objects are being imported. */
  | { type: 'authorising.started'; batchId: number; siblings: number[] };
