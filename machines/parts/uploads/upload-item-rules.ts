import type { FinishOutcome, OpeningOutcome, ProcessingOutcome, UploadItemContext, UploadItemInput } from './upload-item-contract.ts';

type ItemChange = Partial<UploadItemContext>;

export const blankItem = (input: UploadItemInput): UploadItemContext => ({
  ...input,
  meta: undefined,
  sha256: undefined,
  hashed: 0,
  sent: 0,
  speed: 0,
  place: undefined,
  materialId: undefined,
  existing: undefined,
  failReason: undefined,
  reason: undefined,
  failure: undefined,
});

/** The server may already have a part of the file. */
export const placeIn = (outcome: OpeningOutcome): ItemChange =>
  outcome.kind === 'opened' ? { place: outcome.place, sent: outcome.received, speed: 0 } : {};

export const existingIn = (outcome: OpeningOutcome | FinishOutcome): ItemChange =>
  outcome.kind === 'duplicate' ? { existing: outcome.material } : {};

export const refusedIn = (outcome: OpeningOutcome | FinishOutcome): ItemChange =>
  outcome.kind === 'refused' ? { failure: outcome.failure } : {};

export const materialIn = (outcome: FinishOutcome): ItemChange => (outcome.kind === 'finished' ? { materialId: outcome.materialId } : {});

export const failReasonIn = (outcome: ProcessingOutcome): ItemChange => (outcome.kind === 'failed' ? { failReason: outcome.reason } : {});
