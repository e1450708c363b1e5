import { type MaterialStatusName, materialColumnWords } from '#contracts/vocabulary/materials.ts';
import type { WordsOf } from '#contracts/vocabulary/vocabulary.ts';
import type { Biz } from '#machines/parts/materials/material-rules.ts';
import type { StatusKind } from '#src/ui/text/status-tag.tsx';

/** Colours of the states of a material; a word always stands beside. */
export const materialStatusKinds: Record<MaterialStatusName, StatusKind> = {
  uploading: 'info',
  processing: 'info',
  ready: 'ok',
  failed: 'error',
  archived: 'muted',
  blocked: 'error',
};

/** What materials of a line of business are about: a drama, or a product. */
export const contentWords: WordsOf<Biz> = { dj: materialColumnWords.drama, ec: materialColumnWords.product };
