import type { ActorRefFrom } from 'xstate';
import { NOTE_LENGTH } from '#contracts/vocabulary/launches.ts';
import { faultsIn, firstFault, stringMaximum } from '../../kernel/form/field-rules.ts';
import { createFormDialogMachine } from '../../kernel/form/form-dialog.machine.ts';

export interface NoteValues {
  note: string;
}

/** The campaign that is written about. */
export interface NoteSubject {
  id: number;
  name: string;
}

export const blankNote: NoteValues = { note: '' };

export const noteForm = createFormDialogMachine<NoteValues, { id: number }, NoteSubject>({
  id: 'noteForm',
  description: 'A note on a campaign.',
  blank: blankNote,
  check: ({ note }) => faultsIn<NoteValues>({ note: firstFault(note.trim(), stringMaximum(NOTE_LENGTH)) }),
});

export type NoteForm = ActorRefFrom<typeof noteForm>;
