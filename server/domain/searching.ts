import { sql } from 'kysely';

/** Chinese names sort by pinyin on every PostgreSQL we run on. */
export const ORDER_ZH = sql.raw('collate "zh-x-icu"');

const literal = (text: string): string => text.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Pattern for `ilike`: the text anywhere, its own wildcards taken literally. */
export const contains = (text: string): string => `%${literal(text)}%`;

/** As `contains`, where something begins with the text. */
export const startsWith = (text: string): string => `${literal(text)}%`;

/** Position after the last row of a keyset list. */
export interface Position {
  at: Date;
  id: number;
}

export const cursorOf = ({ at, id }: Position): string => Buffer.from(`${at.getTime()}.${id}`).toString('base64url');

/** Undefined when the text is not a cursor of ours. */
export function positionOf(cursor: string): Position | undefined {
  const found = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!found) return undefined;
  const at = new Date(Number(found[1]));
  return Number.isNaN(at.getTime()) ? undefined : { at, id: Number(found[2]) };
}
