import { randomBytes } from 'node:crypto';
import type { UploadMeta, UploadType } from '#contracts/endpoints/material-uploads.ts';
import type { MaterialRow } from '#contracts/endpoints/materials.ts';
import { isVideoType } from '../files.ts';
import type { Limits } from '../limits.ts';
import { type FieldFault, refuse } from '../refusal.ts';

/** How long an upload can be continued. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60_000;
/** Processing that takes longer counts as failed. */
export const PROCESSING_LIMIT_MS = 15 * 60_000;
const MIN_WIDTH = 500;
const MIN_DURATION_MS = 1_000;
const MAX_DURATION_MS = 241 * 60_000;
/** Tolerance for containers, which round to whole frames. */
const DURATION_TOLERANCE_MS = 50;

/** Reasons why processing failed other than faults of the file itself. */
export const HASH_MISMATCH = 'HASH_MISMATCH';
export const PROCESSING_TIMEOUT = 'PROCESSING_TIMEOUT';

export const kindOf = (type: UploadType): 'video' | 'image' => (isVideoType(type) ? 'video' : 'image');

const toMebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`;

/** Refuses a file above its limit with FILE_TOO_LARGE. */
export function requireSize(type: UploadType, size: number, limits: Pick<Limits, 'uploadMaxVideo' | 'uploadMaxImage'>): void {
  const max = kindOf(type) === 'video' ? limits.uploadMaxVideo : limits.uploadMaxImage;
  if (size > max) throw refuse('FILE_TOO_LARGE', { max: toMebibytes(max), size });
}

/** Short drama needs a drama, e-commerce a product, and neither takes both. */
export function contentFaults({ biz, drama_id, product_id }: UploadMeta): FieldFault[] {
  const [wanted, other] = biz === 'dj' ? (['drama_id', 'product_id'] as const) : (['product_id', 'drama_id'] as const);
  const given = { drama_id, product_id };
  return [
    ...(given[wanted] === undefined ? [{ field: `meta.${wanted}`, rule: 'required' }] : []),
    ...(given[other] === undefined ? [] : [{ field: `meta.${other}`, rule: 'unknown' }]),
  ];
}

// Without characters that are easily confused.
const CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Twelve characters beginning with M, which makes 2^55 possible codes. */
export const newMaterialCode = (): string =>
  `M${[...randomBytes(11)].map((byte) => CODE_CHARACTERS[byte % CODE_CHARACTERS.length]).join('')}`;

type Ratio = NonNullable<MaterialRow['ratio']>;
type Shape = Exclude<Ratio, 'other'>;
const shapes: readonly [Shape, number][] = [
  ['9:16', 9 / 16],
  ['4:5', 4 / 5],
  ['1:1', 1],
  ['16:9', 16 / 9],
];
/** Tolerance for encoders, which round to whole blocks of pixels. */
const RATIO_TOLERANCE = 0.02;

export const ratioOf = (width: number, height: number): Ratio =>
  shapes.find(([, shape]) => Math.abs(width / height / shape - 1) <= RATIO_TOLERANCE)?.[0] ?? 'other';

/** Why a readable file is not a valid material of its kind; null when it is. */
export function unfitReason(
  file: { type: UploadType; size: number; width: number; durationMs: number | null },
  kind: 'video' | 'image',
  limits: Pick<Limits, 'uploadMaxVideo' | 'uploadMaxImage'>,
): string | null {
  if (kindOf(file.type) !== kind) return 'FILE_TYPE';
  if (file.size > (kind === 'video' ? limits.uploadMaxVideo : limits.uploadMaxImage)) return 'FILE_TYPE';
  if (file.width < MIN_WIDTH) return 'TOO_NARROW';
  if (kind === 'image') return null;
  if (file.durationMs === null || file.durationMs < MIN_DURATION_MS - DURATION_TOLERANCE_MS) return 'TOO_SHORT';
  return file.durationMs > MAX_DURATION_MS + DURATION_TOLERANCE_MS ? 'TOO_LONG' : null;
}
