import type { ExistingMaterial, UploadMeta } from '#contracts/endpoints/material-uploads.ts';
import type { Failure } from '../../kernel/form/faults.ts';
import type { UploadFacts, UploadFile, UploadRefusal } from './upload-rules.ts';

/** Where the bytes go, as the server answered. */
export interface UploadPlace {
  id: string;
  url: string;
  chunkSize: number;
}

/** Why no bytes go any more. `session`: nobody is signed in; `closed`: the upload is not open any more. */
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

/** `waiting`: not read yet. */
export type ProcessingOutcome = { kind: 'waiting' } | { kind: 'ready' } | { kind: 'failed'; reason: string };

/** What the one who reads the file tells. */
export type CheckEvent =
  | { type: 'check.progressed'; done: number }
  | { type: 'check.finished'; sha256: string; facts: UploadFacts }
  | { type: 'check.refused'; refusal: UploadRefusal };

/** What the one who sends tells. Bytes, and bytes a second. */
export type SendEvent =
  | { type: 'send.progressed'; sent: number; speed: number }
  | { type: 'send.finished' }
  | { type: 'send.broken'; reason: BreakReason; failure: Failure };

export type UploadItemEvent =
  | { type: 'item.started'; meta: UploadMeta }
  | { type: 'item.paused' }
  /** The reader wants to go on: the queue says when. */
  | { type: 'item.wanted' }
  | { type: 'item.removed' }
  | CheckEvent
  | SendEvent;

/** How a file ended. */
export type UploadEnd = 'ready' | 'failed' | 'duplicate' | 'refused';

/** Told upwards. `rested`: it takes no place among those that are sent; `full`: nobody can send now. */
export type UploadItemFact =
  | { type: 'item.wanted'; key: string }
  | { type: 'item.rested'; key: string }
  | { type: 'item.full'; key: string }
  | { type: 'item.settled'; key: string; outcome: UploadEnd; materialId: number | undefined }
  | { type: 'item.sent'; key: string }
  | { type: 'item.gone'; key: string };

export interface UploadItemInput {
  key: string;
  file: UploadFile;
  /** Of an upload that was begun before: only that file will do. */
  expected: string | undefined;
  refusal: UploadRefusal | undefined;
}

export interface UploadItemContext extends UploadItemInput {
  meta: UploadMeta | undefined;
  sha256: string | undefined;
  /** Bytes that were read for the hash. */
  hashed: number;
  sent: number;
  speed: number;
  place: UploadPlace | undefined;
  materialId: number | undefined;
  existing: ExistingMaterial | undefined;
  /** Why the server made no material of it, as a code. */
  failReason: string | undefined;
  reason: BreakReason | undefined;
  failure: Failure | undefined;
}
