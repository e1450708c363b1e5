import { type RawBuilder, sql } from 'kysely';
import { pinyinPattern } from './pinyin.ts';

/** Sorts Chinese names by pinyin on every supported PostgreSQL. */
export const ORDER_ZH = sql.raw('collate "zh-x-icu"');

const escapeWildcards = (text: string): string => text.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Pattern for `ilike` that finds the text anywhere, with its wildcards escaped. */
export const contains = (text: string): string => `%${escapeWildcards(text)}%`;

/** Pattern for `ilike` that finds texts beginning with the text. */
export const startsWith = (text: string): string => `${escapeWildcards(text)}%`;

/** SQL: the text contains the keyword, as it is written or as pinyin or initials of its Chinese characters. */
export const containsWord = (text: RawBuilder<unknown>, keyword: string): RawBuilder<boolean> => {
  const spelled = pinyinPattern(keyword);
  const literal = sql<boolean>`${text} ilike ${contains(keyword)}`;
  return spelled === undefined ? literal : sql<boolean>`(${literal} or ${text} ~ ${spelled})`;
};

/** Position after the last row of a keyset page. */
export interface Position {
  at: Date;
  id: number;
}

export const encodeCursor = ({ at, id }: Position): string => Buffer.from(`${at.getTime()}.${id}`).toString('base64url');

/** Undefined for a text that is not a valid cursor. */
export function decodeCursor(cursor: string): Position | undefined {
  const found = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!found) return undefined;
  const at = new Date(Number(found[1]));
  return Number.isNaN(at.getTime()) ? undefined : { at, id: Number(found[2]) };
}
