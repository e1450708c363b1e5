import type { Failure } from '../../kernel/form/faults.ts';
import type { UploadItem } from './upload-item.machine.ts';
import type { UploadItemEvent, UploadItemFact } from './upload-item-contract.ts';
import type { OpenUpload, OwnWords, UploadFile, UploadWords } from './upload-rules.ts';

/**
 * Where a file stands in the queue. `drafted`: the reader has not started it; `waiting`: for a place; `active`: it has one;
 * `resting`: paused; `sent`: the server has all of it; `over`: nothing more happens by itself.
 */
export type Standing = 'drafted' | 'waiting' | 'active' | 'resting' | 'sent' | 'over';

export interface UploadEntry {
  key: string;
  file: UploadFile;
  own: OwnWords;
  /** Of an upload that was begun before, whose words hold. */
  offered: OpenUpload | undefined;
  /** Counted from 1, for titles. */
  seq: number;
  standing: Standing;
  /** It failed: the reader may want to try again, and what arrived stays. */
  hasFailed: boolean;
  ref: UploadItem;
}

export interface ChosenFile {
  /** A new UUID. */
  key: string;
  file: UploadFile;
}

/** The line of business stays as it is. */
export type WordsChange = Partial<Omit<UploadWords, 'biz'>>;

export type UploadQueueEvent =
  | { type: 'uploads.seen' }
  | { type: 'uploads.wordsChanged'; changes: WordsChange }
  /** `today`: YYYYMMDD, for titles. */
  | { type: 'uploads.filesAdded'; files: ChosenFile[]; today: string }
  | { type: 'uploads.fileDescribed'; key: string; own: OwnWords }
  | { type: 'uploads.started' }
  | { type: 'uploads.paused' }
  | { type: 'uploads.resumed' }
  | { type: 'uploads.retried' }
  | { type: 'uploads.cleared' }
  | { type: 'uploads.messageClosed' }
  /** The file of an upload that was begun before, chosen again. */
  | { type: 'uploads.fileReoffered'; uploadId: string; chosen: ChosenFile; today: string }
  /** It will not be gone on with. */
  | { type: 'uploads.dropped'; uploadId: string }
  | UploadItemFact;

/** Told upwards: something was uploaded, or processed. */
export type UploadsFact = { type: 'uploads.changed' };

/** Something that is said to an item. */
export interface UploadOrder {
  key: string;
  event: UploadItemEvent;
}

export interface UploadQueueContext {
  words: UploadWords;
  entries: UploadEntry[];
  /** How many were ever added. */
  added: number;
  /** What is still to be said to items, in order. */
  orders: UploadOrder[];
  today: string;
  /** Of the last choice, so many were too many. */
  leftOut: number;
  isFull: boolean;
  /** The reader tried to start while something common is missing. */
  isIncomplete: boolean;
  /** What the server keeps open. */
  answer: OpenUpload[] | undefined;
  wrongSize: string | undefined;
  dropping: string | undefined;
  failure: Failure | undefined;
}
