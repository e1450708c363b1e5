import type { Static } from 'typebox';
import type { UploadedPicture } from '#contracts/endpoints/pictures.ts';
import type { CallContext } from '../call.ts';
import { refuseField } from '../refusal.ts';

/**
 * Body limit of calls that may carry a cover. It exceeds the size of a valid picture, so that a slightly too large one is refused with an
 * explanation.
 */
export const MAX_COVER_BODY_BYTES = 10 * 1024 * 1024;

type Picture = Static<typeof UploadedPicture>;

/**
 * Stores an uploaded cover and returns its key; null removes the cover, undefined leaves it unchanged. Refuses a file that is not a
 * picture at `field`.
 */
export async function storeCover({ files }: Pick<CallContext, 'files'>, cover: Picture | null | undefined, field = 'cover') {
  if (cover === undefined || cover === null) return cover;
  const bytes = Buffer.from(cover.content, 'base64');
  if (bytes.toString('base64') !== cover.content) throw refuseField(field, 'pictureType');
  return await files.storePicture(bytes, field);
}
