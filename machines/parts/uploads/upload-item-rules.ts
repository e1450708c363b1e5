import type { FinishOutcome, OpeningOutcome, ProcessingOutcome, UploadItemContext, UploadItemInput } from './upload-item-contract.ts';

type Known = Partial<UploadItemContext>;

export const freshItem = (input: UploadItemInput): UploadItemContext => ({
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

/** The server may have a part of it already. */
export const placeIn = (outcome: OpeningOutcome): Known =>
  outcome.kind === 'opened' ? { place: outcome.place, sent: outcome.received, speed: 0 } : {};

export const existingIn = (outcome: OpeningOutcome | FinishOutcome): Known =>
  outcome.kind === 'duplicate' ? { existing: outcome.material } : {};

export const refusedIn = (outcome: OpeningOutcome | FinishOutcome): Known =>
  outcome.kind === 'refused' ? { failure: outcome.failure } : {};

export const materialIn = (outcome: FinishOutcome): Known => (outcome.kind === 'finished' ? { materialId: outcome.materialId } : {});

export const failReasonIn = (outcome: ProcessingOutcome): Known => (outcome.kind === 'failed' ? { failReason: outcome.reason } : {});
