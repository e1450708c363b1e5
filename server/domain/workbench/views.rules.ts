import type { View, ViewTable } from '#contracts/endpoints/views.ts';
import type { Caller } from '../work-context.ts';

type Permit = View['can'][number];
type Reader = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader'>;

export const isAdministrator = ({ isAdmin }: Pick<Reader, 'isAdmin'>): boolean => isAdmin === 1 || isAdmin === 9;

/** What shows on the pages of others is for those who lead them to decide. */
export const mayShare = (reader: Reader): boolean => isAdministrator(reader) || reader.isLeader;

/** Of a view that the reader sees. */
export const permitsOn = (view: { ownerId: number; shared: View['shared'] }, reader: Pick<Reader, 'userId' | 'isAdmin'>): Permit[] =>
  view.ownerId === reader.userId || (view.shared !== 'me' && isAdministrator(reader)) ? ['edit', 'delete'] : [];

/** The same table is the same text, whatever the order of its fields. */
export const inOneOrder = ({ shown, density, widths }: ViewTable): ViewTable => ({
  shown,
  density,
  ...(widths === undefined ? {} : { widths: Object.fromEntries(Object.entries(widths).sort(([a], [b]) => (a < b ? -1 : 1))) }),
});
