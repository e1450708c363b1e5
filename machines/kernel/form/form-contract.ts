import type { DraftFact } from './draft-keeper.machine.ts';
import type { Failure, FieldFaults } from './faults.ts';
import type { Sealed } from './sealed.ts';

export interface Draft<Values, Subject = { id: number; version: number }> {
  values: Values;
  /** Undefined while something new is being made. */
  subject: Subject | undefined;
}

export interface Conflict<Values, Subject = { id: number; version: number }> {
  by: string;
  /** Instant. */
  at: string;
  latest: { values: Values; subject: Subject };
}

/** The possible outcomes of a save. Anything else is thrown and leaves the form as it was. */
export type SaveOutcome<Values, Saved, Subject = { id: number; version: number }> =
  /** `reopened`: the saved row as the form would open it; given where the form can undo its save. */
  | { kind: 'saved'; saved: Saved; reopened?: Draft<Values, Subject> | undefined }
  | { kind: 'refused'; faults: FieldFaults<Values>; others?: string[] }
  | { kind: 'conflict'; conflict: Conflict<Values, Subject> };

/** The last request and its key. It may have reached the server. */
interface Attempt<Values, Subject> extends Draft<Values, Subject> {
  key: string;
  hadSecrets: boolean;
}

export interface FormContext<Values, Subject = { id: number; version: number }> extends Draft<Values, Subject> {
  /** The values the form opened with, to which edits are compared. */
  origin: Values;
  /** Values of secret fields; `values` has blanks in their place. Lost when the page is stored in a memo. */
  secrets: Sealed<Partial<Values>> | undefined;
  faults: FieldFaults<Values>;
  /** Refusals that belong to no visible field. */
  others: string[];
  conflict: Conflict<Values, Subject> | undefined;
  failure: Failure | undefined;
  /** Grows with every refused submission, so that a view can move the focus to the first wrong field once. */
  refusals: number;
  attempt: Attempt<Values, Subject> | undefined;
  /** The save that undoes the last one: the values before it, for the row as it was saved. */
  undo: (Draft<Values, Subject> & { origin: Values }) | undefined;
}

/** A new UUID from the view. The machine uses it only for a new request; a repeated one keeps its key. */
export interface Keyed {
  key: string;
}

export type FormEvent<Values, Subject = { id: number; version: number }> =
  | { type: 'form.opened'; draft: Draft<Values, Subject> }
  | { type: 'form.fieldChanged'; changes: Partial<Values> }
  | { type: 'form.fieldLeft'; field: keyof Values }
  | ({ type: 'form.submitted' } & Keyed)
  | { type: 'form.closeRequested' }
  | { type: 'form.leaveConfirmed' }
  /** Closed, with its content kept as a draft. */
  | { type: 'form.leftAsDraft' }
  | { type: 'form.leaveCancelled' }
  | { type: 'form.latestChosen' }
  | ({ type: 'form.overwriteChosen' } & Keyed)
  /** Gives the saved object the values back that it had before. */
  | ({ type: 'form.undoRequested' } & Keyed)
  | DraftFact;

/** Emitted to views: the last save was undone. */
export interface FormUndone {
  type: 'form.undone';
}

/** Told upwards under the id of the form that saved: a page may have several. */
export type FormFact<Id extends string, Saved> = { type: `${Id}.saved`; saved: Saved };

/**
 * The input of a save: the values, the original values, the subject and the idempotency key. A repeated request has the same key, so it
 * is safe to repeat it after a lost answer. Secrets can be read from `values` by name; copies of `values` do not contain them.
 */
export type SaveRequest<Values, Subject = { id: number; version: number }> = Draft<Values, Subject> & Keyed & { origin: Values };
