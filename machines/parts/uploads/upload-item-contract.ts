import type { ExistingMaterial, UploadMeta } from '#contracts/endpoints/material-uploads.ts';
import type { Failure } from '../../kernel/form/faults.ts';
import type { UploadFacts, UploadFile, UploadRefusal } from './upload-rules.ts';

/** Where to send the bytes, as the server answered. */
export interface UploadPlace {
  id: string;
  url: string;
  chunkSize: number;
}

/** Why sending stopped. `session`: the user is signed out; `closed`: the upload is no longer open. */
export type BreakReason = 'network' | 'full' | 'session' | 'closed' | 'gone';

export type OpeningOutcome =
  | { kind: 'opened'; place: UploadPlace; received: number }
  | { kind: 'duplicate'; material: ExistingMaterial | undefined }
  | { kind: 'full' }
  | { kind: 'refused'; failure: Failure };

export type FinishOutcome =
  | { kind: 'finished'; materialId: number }
  | { kind: 'duplicate'; material: ExistingMaterial | undefined }
  | { kind: 'full' }
  | { kind: 'refused'; failure: Failure };

/** `waiting`: not processed yet. */
export type ProcessingOutcome = { kind: 'waiting' } | { kind: 'ready' } | { kind: 'failed'; reason: string };

/** Events of the actor that reads the file. */
export type CheckEvent =
  | { type: 'check.progressed'; done: number }
  | { type: 'check.finished'; sha256: string; facts: UploadFacts }
  | { type: 'check.refused'; refusal: UploadRefusal };

/** Events of the actor that sends the file. `sent` in bytes, `speed` in bytes per second. */
export type SendEvent =
  | { type: 'send.progressed'; sent: number; speed: number }
  | { type: 'send.finished' }
  | { type: 'send.failed'; reason: BreakReason; failure: Failure };

export type UploadItemEvent =
  | { type: 'item.started'; meta: UploadMeta }
  | { type: 'item.paused' }
  /** The user wants to continue; the queue decides when. */
  | { type: 'item.resumed' }
  | { type: 'item.removed' }
  | CheckEvent
  | SendEvent;

/** The end of a file. */
export type UploadEnd = 'ready' | 'failed' | 'duplicate' | 'refused';

/** Told upwards. `rested`: the file is paused and frees its slot; `full`: the server has no room for any file. */
export type UploadItemFact =
  | { type: 'item.resumed'; key: string }
  | { type: 'item.rested'; key: string }
  | { type: 'item.full'; key: string }
  | { type: 'item.settled'; key: string; outcome: UploadEnd; materialId: number | undefined }
  | { type: 'item.sent'; key: string }
  | { type: 'item.gone'; key: string };

export interface UploadItemInput {
  key: string;
  file: UploadFile;
  /** Hash of an upload that was started earlier: only the same file is accepted. */
  expected: string | undefined;
  refusal: UploadRefusal | undefined;
}

export interface UploadItemContext extends UploadItemInput {
  meta: UploadMeta | undefined;
  sha256: string | undefined;
  /** Bytes hashed so far. */
  hashed: number;
  sent: number;
  speed: number;
  place: UploadPlace | undefined;
  materialId: number | undefined;
  existing: ExistingMaterial | undefined;
  /** Code of the reason why the server could not process the file. */
  failReason: string | undefined;
  reason: BreakReason | undefined;
  failure: Failure | undefined;
}
