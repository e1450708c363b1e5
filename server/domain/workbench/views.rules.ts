import type { View, ViewTable } from '#contracts/endpoints/views.ts';
import type { Caller } from '../work-context.ts';

type Permit = View['can'][number];
type Reader = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader'>;

export const isAdministrator = ({ isAdmin }: Pick<Reader, 'isAdmin'>): boolean => isAdmin === 1 || isAdmin === 9;

/** Only leaders and administrators may share views, because they appear on the pages of other users. */
export const canShare = (reader: Reader): boolean => isAdministrator(reader) || reader.isLeader;

/** Permissions on a view that the reader may see. */
export const permitsFor = (view: { ownerId: number; shared: View['shared'] }, reader: Pick<Reader, 'userId' | 'isAdmin'>): Permit[] =>
  view.ownerId === reader.userId || (view.shared !== 'me' && isAdministrator(reader)) ? ['edit', 'delete'] : [];

/** Sorts the fields of a table setting, so that equal settings have equal text. */
export const sortFields = ({ shown, density, widths }: ViewTable): ViewTable => ({
  shown,
  density,
  ...(widths === undefined ? {} : { widths: Object.fromEntries(Object.entries(widths).sort(([a], [b]) => (a < b ? -1 : 1))) }),
});
