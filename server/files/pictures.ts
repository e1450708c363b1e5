import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { refuse, refuseField } from '#server/domain/refusal.ts';

/** Largest file that is opened at all. */
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** Longest side of a stored picture. */
const MAX_SIDE = 1_920;
/** Most pixels that are decoded, because a small file can contain billions. */
export const MAX_PIXELS = 60_000_000;
const TIME_LIMIT_S = 20;

// One picture at a time and no cache, so that memory use stays small.
sharp.cache(false);
sharp.concurrency(1);

/** Opens a picture with limits against decompression bombs and damaged data. */
export const openPicture = (input: Buffer | string) =>
  sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'warning', pages: 1, sequentialRead: true });

/** Encodes a picture again from its pixels, so that nothing else in the file survives. */
export async function rewritePicture(bytes: Buffer, field: string): Promise<{ bytes: Buffer; type: 'image/jpeg' | 'image/png' }> {
  if (bytes.length > MAX_PICTURE_BYTES)
    throw refuse('FILE_TOO_LARGE', { max: `${MAX_PICTURE_BYTES / 1024 / 1024} MiB`, size: bytes.length });
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime !== 'image/jpeg' && found?.mime !== 'image/png') throw refuseField(field, 'pictureType');
  try {
    const picture = openPicture(bytes).timeout({ seconds: TIME_LIMIT_S });
    const { hasAlpha } = await picture.metadata();
    const scaled = picture.autoOrient().resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
    const written = hasAlpha === true ? scaled.png() : scaled.jpeg({ quality: 86, mozjpeg: false });
    return { bytes: await written.toBuffer(), type: hasAlpha === true ? 'image/png' : 'image/jpeg' };
  } catch {
    throw refuseField(field, 'pictureBroken');
  }
}

/** Creates a scaled cover of a picture that was checked before. */
export const scaleCover = async (bytes: Buffer): Promise<Buffer> =>
  await openPicture(bytes)
    .timeout({ seconds: TIME_LIMIT_S })
    .autoOrient()
    .resize({ width: 720, height: 720, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 82 })
    .toBuffer();
