import type { CallContext } from '../call.ts';
import { refuse, refuseField } from '../refusal.ts';
import { findAssignableUsers } from './assign.repository.ts';
import type { Holder } from './auth-links.repository.ts';
import { findPerson, type PersonRecord, type Usage } from './personal.query.ts';

/*
 * Personal accounts have two pages: one for staff and one for hosted people. Their calls share the code in this file and its neighbours;
 * personal-accounts.routes.ts and hosted-persons.routes.ts bind it to the endpoints of each page.
 */

export const PERSON = 'personal_account';
export const PAGE_BY_USAGE: Record<Usage, string> = { self: '/auth/personage', host: '/operation/auth' };

export type ReaderContext = Pick<CallContext, 'caller' | 'now' | 'language'>;
export const toPersonContext = ({ caller, now, language }: ReaderContext, usage: Usage) => ({ caller, now, language, usage });

/** The row on this page; NOT_FOUND when the caller does not see it. */
export async function requireVisiblePerson(
  context: Pick<CallContext, 'db'> & ReaderContext,
  usage: Usage,
  id: number,
): Promise<PersonRecord> {
  const row = await findPerson(context.db, toPersonContext(context, usage), id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

/** Refuses an owner who is disabled or outside the caller's scope. */
export async function requireOwner({ db, caller }: Pick<CallContext, 'db' | 'caller'>, id: number): Promise<void> {
  if (!(await findAssignableUsers(db, caller, [id])).has(id)) throw refuseField('owner_user_id', 'exists');
}

export const trimToNull = (text: string | null | undefined): string | null => text?.trim() || null;

export interface HolderFields {
  holder_name: string;
  contact?: string | null;
  consent_note?: string | null;
}

export const toHolder = (fields: HolderFields): Holder => ({
  holder_name: fields.holder_name.trim(),
  contact: trimToNull(fields.contact),
  consent_note: trimToNull(fields.consent_note),
});
