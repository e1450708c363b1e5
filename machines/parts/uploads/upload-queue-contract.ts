import type { Failure } from '../../kernel/form/faults.ts';
import type { UploadItem } from './upload-item.machine.ts';
import type { UploadItemEvent, UploadItemFact } from './upload-item-contract.ts';
import type { OpenUpload, OwnWords, UploadFile, UploadWords } from './upload-rules.ts';

/**
 * The state of a file in the queue. `drafted`: not started by the user; `waiting`: for a slot; `active`: has a slot; `resting`: paused;
 * `sent`: the server has all of it; `over`: nothing more happens by itself.
 */
export type UploadStage = 'drafted' | 'waiting' | 'active' | 'resting' | 'sent' | 'over';

export interface UploadEntry {
  key: string;
  file: UploadFile;
  own: OwnWords;
  /** The earlier upload that this file continues; its metadata applies. */
  offered: OpenUpload | undefined;
  /** Position in the queue from 1, for titles. */
  seq: number;
  stage: UploadStage;
  /** Whether it failed and can be retried; the received bytes stay on the server. */
  hasFailed: boolean;
  /** Whether the library has the same file already. */
  isDuplicate: boolean;
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
  /** The file of an earlier upload was chosen again. */
  | { type: 'uploads.fileChosenAgain'; uploadId: string; chosen: ChosenFile; today: string }
  /** The earlier upload was given up. */
  | { type: 'uploads.givenUp'; uploadId: string }
  | UploadItemFact;

/** Told upwards: a file was uploaded or processed. */
export type UploadsFact = { type: 'uploads.changed' };

/** An event to send to an item. */
export interface ItemMessage {
  key: string;
  event: UploadItemEvent;
}

export interface UploadQueueContext {
  words: UploadWords;
  entries: UploadEntry[];
  /** Number of files ever added. */
  added: number;
  /** Events still to be sent to items, in order. */
  messages: ItemMessage[];
  today: string;
  /** Number of files of the last choice beyond the limit. */
  leftOut: number;
  isFull: boolean;
  /** Whether the user tried to start without the common metadata. */
  isIncomplete: boolean;
  /** Open uploads on the server. */
  answer: OpenUpload[] | undefined;
  wrongSize: string | undefined;
  dropping: string | undefined;
  failure: Failure | undefined;
}
