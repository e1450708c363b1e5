import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { UploadSituations } from '#contracts/states/upload-situations.ts';
import type { Database } from '#server/database/schema.ts';
import type { Files } from '#server/domain/files.ts';

type Given<Name extends keyof UploadSituations> = UploadSituations[Name];

const DAY_MS = 24 * 60 * 60_000;

const toRow = (given: { id: string; by: number; drama_id: number | null; product_id?: number | null }) => ({
  id: given.id,
  user_id: given.by,
  mime: 'video/mp4',
  chunk_size: 8 * 1024 * 1024,
  chunk_count: 1,
  meta: JSON.stringify({
    ...(given.drama_id === null ? { biz: 'ec', product_id: given.product_id } : { biz: 'dj', drama_id: given.drama_id }),
    language: 'en',
    creator_user_id: given.by,
    visibility: 'dept',
    tags: [],
    title: '新素材',
  }),
  created_at: new Date(),
  updated_at: new Date(),
});

export async function addUpload(db: Kysely<Database>, files: Files, given: Given<'an upload is open'>): Promise<void> {
  const { filename, size, sha256, received, id } = given;
  await db
    .insertInto('material_upload')
    .values({
      ...toRow(given),
      filename,
      size_bytes: size,
      sha256,
      status: received > 0 ? 'uploading' : 'init',
      expires_at: new Date(Date.now() + DAY_MS),
    })
    .execute();
  await files.uploads.discard(id);
  await files.uploads.begin(id);
  if (received > 0) await files.uploads.write(id, 0, Readable.from([Buffer.alloc(received)]));
}

export const addEndedUpload = async (db: Kysely<Database>, given: Given<'an upload has ended'>): Promise<void> => {
  const values = { filename: 'old.mp4', size_bytes: 1_000, sha256: 'd'.repeat(64), status: 'expired' as const, expires_at: new Date() };
  await db
    .insertInto('material_upload')
    .values({ ...toRow(given), ...values })
    .execute();
};

export interface LimitedFiles {
  files: Files;
  /** Sets whether the storage has no room left. */
  setFull(isFull: boolean): void;
}

/** Wraps a file storage so that it can be made full. */
export function limitedFiles(files: Files): LimitedFiles {
  let full = false;
  const uploads = { ...files.uploads, hasRoom: async (bytes: number) => !full && (await files.uploads.hasRoom(bytes)) };
  return {
    files: { ...files, uploads },
    setFull: (isFull) => {
      full = isFull;
    },
  };
}
