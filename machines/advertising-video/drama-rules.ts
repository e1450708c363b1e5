import type { DramaRow as FullDramaRow } from '#contracts/endpoints/dramas.ts';
import { dramaFilters, dramaSortable } from '#contracts/vocabulary/dramas.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import {
  arrayRange,
  calendarDate,
  faultsIn,
  firstFault,
  numberRange,
  pattern,
  required,
  requiredChoice,
  stringMaximum,
  stringRange,
  validNumber,
  wholeNumber,
} from '../kernel/form/field-rules.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type DramaRow = Omit<FullDramaRow, 'updated_at'>;

export const dramaQuery = vocabularyQuery(dramaFilters, dramaSortable);

export type DramaFilters = ReturnType<typeof dramaQuery.read>['filters'];

/** What is typed into the drawer of a drama. Numbers stay undefined while nothing is typed; the target is a ratio, 0.6 for 60 %. */
export interface DramaValues {
  code: string;
  title: string;
  title_en: string;
  language: string;
  genres: string[];
  episodes_total: number | undefined;
  free_episodes: number | undefined;
  price_model: DramaRow['price_model'];
  target_roi: number | undefined;
  /** Calendar dates, or empty. */
  online_at: string;
  copyright_until: string;
  /** Names a picture that was chosen in this window; empty: the cover stays. */
  cover: string;
}

export const blankDrama: DramaValues = {
  code: '',
  title: '',
  title_en: '',
  language: '',
  genres: [],
  episodes_total: undefined,
  free_episodes: undefined,
  price_model: 'coin',
  target_roi: 0.6,
  online_at: '',
  copyright_until: '',
  cover: '',
};

export interface DramaSubject {
  id: number;
  version: number;
  code: string;
  cover_url: string | null;
}

/** The server keeps ratios in basis points: 6000 is 0.60. */
const BASIS = 10_000;
export const asBasisPoints = (ratio: number): number => Math.round(ratio * BASIS);
export const asRatio = (basisPoints: number): number => basisPoints / BASIS;

const notBefore = (date: string, first: string): FieldFault | undefined =>
  date !== '' && first !== '' && date < first ? { rule: 'dateMin', params: { min: first } } : undefined;

export const checkDrama = (values: DramaValues, subject: DramaSubject | undefined): FieldFaults<DramaValues> => {
  const { episodes_total, online_at, copyright_until } = values;
  // As long as the number of all of them is none, nothing is said of those that are free.
  const mostFree = episodes_total !== undefined && Number.isSafeInteger(episodes_total) ? episodes_total - 1 : 499;
  return faultsIn<DramaValues>({
    code: subject ? undefined : firstFault(values.code, required, pattern(/^[A-Z0-9-]+$/), stringRange(2, 24)),
    title: firstFault(values.title, required, stringRange(1, 80)),
    title_en: firstFault(values.title_en, stringMaximum(120)),
    language: firstFault(values.language, required),
    genres: firstFault(values.genres, requiredChoice, arrayRange(1, 5)),
    episodes_total: firstFault(episodes_total, requiredChoice, validNumber, wholeNumber, numberRange(1, 500)),
    free_episodes: firstFault(values.free_episodes, requiredChoice, validNumber, wholeNumber, numberRange(1, Math.max(1, mostFree))),
    target_roi: firstFault(values.target_roi, requiredChoice, validNumber, numberRange(0.01, 10)),
    online_at: firstFault(online_at, calendarDate),
    copyright_until: firstFault(copyright_until, calendarDate) ?? notBefore(copyright_until, online_at),
  });
};

export const dramaDraft = (row: DramaRow): { values: DramaValues; subject: DramaSubject } => ({
  values: {
    code: row.code,
    title: row.title,
    title_en: row.title_en ?? '',
    language: row.language,
    genres: row.genres,
    episodes_total: row.episodes_total,
    free_episodes: row.free_episodes,
    price_model: row.price_model,
    target_roi: asRatio(row.target_roi_d0_bp),
    online_at: row.online_at ?? '',
    copyright_until: row.copyright_until ?? '',
    cover: '',
  },
  subject: { id: row.id, version: row.version, code: row.code, cover_url: row.cover_url },
});
