import { type TSchema, Type } from 'typebox';
import type { Words } from '../vocabulary/vocabulary.ts';

/** What a number counts, or in which time an instant stands. `ratio` is 0 to 1. */
export type Unit = 'ms' | 's' | 'min' | 'h' | 'bytes' | 'px' | 'count' | 'rows' | 'characters' | 'ratio' | 'UTC';

type Note = (Words & { readonly unit?: Unit }) | { readonly unit: Unit };

/** Keywords beside those of JSON Schema. */
export const noteKeywords = ['x-description-zh', 'x-unit'] as const;

/** The schema with what its name does not say: `description` in English, `x-description-zh`, and `x-unit`. */
export const noted = <S extends TSchema>(schema: S, note: Note): S =>
  Type.With(schema, {
    ...('en' in note ? { description: note.en, 'x-description-zh': note.zh } : {}),
    ...(note.unit === undefined ? {} : { 'x-unit': note.unit }),
  }) as unknown as S;
