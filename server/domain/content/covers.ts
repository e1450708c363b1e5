import type { Static } from 'typebox';
import type { UploadedPicture } from '#contracts/endpoints/pictures.ts';
import type { CallContext } from '../call.ts';
import { refuseField } from '../refusal.ts';

/** Bytes of a request that may carry a cover; a picture somewhat too large is refused in words. */
export const COVER_BODY_MAX = 10 * 1024 * 1024;

type Picture = Static<typeof UploadedPicture>;

/** Keeps an uploaded cover and answers its key; null takes it away, undefined leaves it. Refuses at `field` what is no picture. */
export async function coverKey({ files }: Pick<CallContext, 'files'>, cover: Picture | null | undefined, field = 'cover') {
  if (cover === undefined || cover === null) return cover;
  const bytes = Buffer.from(cover.content, 'base64');
  if (bytes.toString('base64') !== cover.content) throw refuseField(field, 'pictureType');
  return await files.keepPicture(bytes, field);
}
