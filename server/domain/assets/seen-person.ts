import type { CallContext } from '../call.ts';
import { refuse, refuseField } from '../refusal.ts';
import { assignableUsers } from './assign.repository.ts';
import type { Holder } from './auth-links.repository.ts';
import { type FoundPerson, personRow, type Usage } from './personal.query.ts';

/*
 * Personal accounts have two pages: those of staff, and those of people who host theirs. What their calls do is the same, in the files
 * beside this one; personal-accounts.routes.ts and hosted-persons.routes.ts bind it to the endpoints of each.
 */

export const PERSON = 'personal_account';
export const pageOf: Record<Usage, string> = { self: '/auth/personage', host: '/operation/auth' };

export type Asking = Pick<CallContext, 'caller' | 'now' | 'language'>;
export const looking = ({ caller, now, language }: Asking, usage: Usage) => ({ caller, now, language, usage });

/** The row on this page, seen by the caller; NOT_FOUND otherwise. */
export async function seenPerson(context: Pick<CallContext, 'db'> & Asking, usage: Usage, id: number): Promise<FoundPerson> {
  const row = await personRow(context.db, looking(context, usage), id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

/** Refuses an owner who is not enabled or out of the caller's scope. */
export async function requireOwner({ db, caller }: Pick<CallContext, 'db' | 'caller'>, id: number): Promise<void> {
  if (!(await assignableUsers(db, caller, [id])).has(id)) throw refuseField('owner_user_id', 'exists');
}

/** Text as it is kept; null where nothing was written. */
export const trimmed = (text: string | null | undefined): string | null => text?.trim() || null;

export interface GivenHolder {
  holder_name: string;
  contact?: string | null;
  consent_note?: string | null;
}

export const holderOf = (given: GivenHolder): Holder => ({
  holder_name: given.holder_name.trim(),
  contact: trimmed(given.contact),
  consent_note: trimmed(given.consent_note),
});
