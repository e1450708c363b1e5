import { randomBytes } from 'node:crypto';
import type { UploadMeta, UploadType } from '#contracts/endpoints/material-uploads.ts';
import type { MaterialRow } from '#contracts/endpoints/materials.ts';
import { isVideoType } from '../files.ts';
import type { Limits } from '../limits.ts';
import { type FieldFault, refuse } from '../refusal.ts';

/** An upload can be gone on with for so long. */
export const UPLOAD_KEPT_MS = 24 * 60 * 60_000;
/** A material that takes longer to be read has failed. */
export const PROCESSING_LIMIT_MS = 15 * 60_000;
const WIDTH_MIN = 500;
const DURATION_MIN_MS = 1_000;
const DURATION_MAX_MS = 241 * 60_000;
/** Containers round to whole frames. */
const DURATION_SLACK_MS = 50;

/** Why processing ended without a material, besides what is wrong with the file itself. */
export const HASH_MISMATCH = 'HASH_MISMATCH';
export const PROCESSING_TIMEOUT = 'PROCESSING_TIMEOUT';

export const kindOf = (type: UploadType): 'video' | 'image' => (isVideoType(type) ? 'video' : 'image');

const inMebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`;

/** Refuses FILE_TOO_LARGE. */
export function requireSize(type: UploadType, size: number, limits: Pick<Limits, 'uploadMaxVideo' | 'uploadMaxImage'>): void {
  const max = kindOf(type) === 'video' ? limits.uploadMaxVideo : limits.uploadMaxImage;
  if (size > max) throw refuse('FILE_TOO_LARGE', { max: inMebibytes(max), size });
}

/** A drama for short drama, a product for e-commerce, and never both. */
export function contentFaults({ biz, drama_id, product_id }: UploadMeta): FieldFault[] {
  const [wanted, other] = biz === 'dj' ? (['drama_id', 'product_id'] as const) : (['product_id', 'drama_id'] as const);
  const given = { drama_id, product_id };
  return [
    ...(given[wanted] === undefined ? [{ field: `meta.${wanted}`, rule: 'required' }] : []),
    ...(given[other] === undefined ? [] : [{ field: `meta.${other}`, rule: 'unknown' }]),
  ];
}

// Without signs that are taken for others.
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Twelve signs, the first an M: 2^55 of them. */
export const newMaterialCode = (): string => `M${[...randomBytes(11)].map((byte) => SIGNS[byte % SIGNS.length]).join('')}`;

type Ratio = NonNullable<MaterialRow['ratio']>;
type Shape = Exclude<Ratio, 'other'>;
const shapes: readonly [Shape, number][] = [
  ['9:16', 9 / 16],
  ['4:5', 4 / 5],
  ['1:1', 1],
  ['16:9', 16 / 9],
];
/** Encoders round to whole blocks of pixels. */
const SHAPE_SLACK = 0.02;

export const ratioOf = (width: number, height: number): Ratio =>
  shapes.find(([, shape]) => Math.abs(width / height / shape - 1) <= SHAPE_SLACK)?.[0] ?? 'other';

/** Why a file that can be read is still no material of the kind it was uploaded as; null when it is. */
export function unfitBecause(
  file: { type: UploadType; size: number; width: number; durationMs: number | null },
  kind: 'video' | 'image',
  limits: Pick<Limits, 'uploadMaxVideo' | 'uploadMaxImage'>,
): string | null {
  if (kindOf(file.type) !== kind) return 'FILE_TYPE';
  if (file.size > (kind === 'video' ? limits.uploadMaxVideo : limits.uploadMaxImage)) return 'FILE_TYPE';
  if (file.width < WIDTH_MIN) return 'TOO_NARROW';
  if (kind === 'image') return null;
  if (file.durationMs === null || file.durationMs < DURATION_MIN_MS - DURATION_SLACK_MS) return 'TOO_SHORT';
  return file.durationMs > DURATION_MAX_MS + DURATION_SLACK_MS ? 'TOO_LONG' : null;
}
