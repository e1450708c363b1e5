import type { ActorRefFrom } from 'xstate';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import { contentRemoval } from '../parts/materials/content-removal.machine.ts';
import {
  blankDrama,
  checkDrama,
  type DramaFilters,
  type DramaRow,
  type DramaSubject,
  type DramaValues,
  dramaQuery,
} from './drama-rules.ts';

export const dramaList = createListMachine<DramaRow, DramaFilters>({
  id: 'dramaList',
  description: 'The dramas, as the address asks for them.',
  query: dramaQuery,
  rowId: (row) => row.id,
});

export const dramaForm = createFormDialogMachine<DramaValues, DramaRow, DramaSubject>({
  id: 'dramaForm',
  description: 'A drama: made or changed.',
  blank: blankDrama,
  check: checkDrama,
  draft: true,
});

export interface DramaSwitch {
  row: DramaRow;
  status: DramaRow['status'];
}

export const dramaStatus = createCommandMachine<DramaSwitch, DramaRow>({
  id: 'dramaStatus',
  description: 'A drama is switched on or off.',
});

const dramaTools = createListTools({ id: 'drama', of: 'dramas', query: dramaQuery });
export const { export: dramaExport, tableView: dramaTableView, views: dramaViews } = dramaTools;

/** Words for languages and genres, asked for together. */
export interface DramaWords {
  languages: DictEntry[];
  genres: DictEntry[];
}

export const dramaWords = createOptionsMachine<DictEntry & { of: keyof DramaWords }>({
  id: 'dramaWords',
  description: 'Languages and genres that a drama can have.',
});

/** Dramas: what they are, and whether they may be advertised. */
export const dramaCatalogueMachine = createListPage({
  id: 'dramaCatalogue',
  description: 'Dramas: what they are, and whether they may be advertised.',
  query: dramaQuery,
  list: dramaList,
  tools: dramaTools,
  parts: { form: dramaForm, removal: contentRemoval, status: dramaStatus },
  choices: { words: dramaWords },
  replacesRow: ['form.saved', 'status.done'],
  refreshes: ['form.saved', 'removal.saved'],
});

export type DramaCatalogue = ActorRefFrom<typeof dramaCatalogueMachine>;
