import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import { createDetailMachine } from '../../kernel/page/detail.machine.ts';

export const sheetLists = ['accounts', 'homepages', 'pixels', 'campaigns', 'operations'] as const;
/** What belongs to an asset, and what was last done with it. */
export type SheetList = (typeof sheetLists)[number];

export interface SheetSubject {
  asset_type: 'ad_account' | 'personal_account';
  id: number;
  name: string;
  /** The lists whose pages the user may open; the others are not requested. */
  lists: readonly SheetList[];
}

export interface SheetLine {
  id: number;
  text: string | Words;
  note: string | Words;
  /** When it happened, where it is an operation. */
  at?: string;
}

/** The first lines of each list, and how many there are. */
export type SheetAnswer = Partial<Record<SheetList, { lines: SheetLine[]; total: number }>>;

/** The sheet of one asset; opened with `detail.opened`. */
export const assetSheet = createDetailMachine<SheetSubject, SheetAnswer>({
  id: 'assetSheet',
  description: 'What belongs to an ad account or a personal account, and what was last done with it.',
});
