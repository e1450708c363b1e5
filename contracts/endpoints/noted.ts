import { type TSchema, Type } from 'typebox';
import type { Words } from '../vocabulary/vocabulary.ts';

/** The unit of a number, or the time zone of an instant. `ratio` is 0 to 1. */
export type Unit = 'ms' | 's' | 'min' | 'h' | 'bytes' | 'px' | 'count' | 'rows' | 'characters' | 'ratio' | 'UTC';

export type Note = (Words & { readonly unit?: Unit }) | { readonly unit: Unit };

/** Schema keywords in addition to those of JSON Schema; `x-columns` lists the columns that a file can have. */
export const noteKeywords = ['x-description-zh', 'x-unit', 'x-columns'] as const;

/** Adds a description to a schema: `description` in English, `x-description-zh`, and `x-unit`. */
export const noted = <S extends TSchema>(schema: S, note: Note): S =>
  Type.With(schema, {
    ...('en' in note ? { description: note.en, 'x-description-zh': note.zh } : {}),
    ...(note.unit === undefined ? {} : { 'x-unit': note.unit }),
  }) as unknown as S;
