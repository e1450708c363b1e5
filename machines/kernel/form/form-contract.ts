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

/** What a save can come to. Anything else is thrown, and leaves the form as it was. */
export type SaveOutcome<Values, Saved, Subject = { id: number; version: number }> =
  | { kind: 'saved'; saved: Saved }
  | { kind: 'refused'; faults: FieldFaults<Values>; others?: string[] }
  | { kind: 'conflict'; conflict: Conflict<Values, Subject> };

/** What was sent last, under which key. It may have arrived. */
interface Attempt<Values, Subject> extends Draft<Values, Subject> {
  key: string;
  hadSecrets: boolean;
}

export interface FormContext<Values, Subject = { id: number; version: number }> extends Draft<Values, Subject> {
  /** The values the form began with: what an edit is compared with. */
  origin: Values;
  /** What was typed into secret fields; `values` has blanks in their place. Gone once it was put to sleep. */
  secrets: Sealed<Partial<Values>> | undefined;
  faults: FieldFaults<Values>;
  /** Refusals that belong to no field shown. */
  others: string[];
  conflict: Conflict<Values, Subject> | undefined;
  failure: Failure | undefined;
  /** Grows with every refused submit, so that a view can move the focus to the first wrong field once. */
  refusals: number;
  attempt: Attempt<Values, Subject> | undefined;
}

/** A key nobody has used before, a UUID: whoever submits makes it, and the machine decides whether it is a new request that needs it. */
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
  /** Closed, and what was typed is kept as a draft. */
  | { type: 'form.leavePostponed' }
  | { type: 'form.leaveCancelled' }
  | { type: 'form.latestChosen' }
  | ({ type: 'form.overwriteChosen' } & Keyed)
  | DraftFact;

/** Told upwards under the name of the form that saved: a page may have several. */
export type FormFact<Id extends string, Saved> = { type: `${Id}.saved`; saved: Saved };

/**
 * What a save is asked with: what was typed, what it began with, whose it is, and the key it goes under. The same question
 * has the same key, so that one whose answer was lost can be asked again. Secrets can be read off `values` by name; a copy of it
 * is without them.
 */
export type SaveQuestion<Values, Subject = { id: number; version: number }> = Draft<Values, Subject> & Keyed & { origin: Values };
