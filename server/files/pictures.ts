import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { refuse, refuseField } from '#server/domain/refusal.ts';

/** Of the file, before it is looked at. */
const PICTURE_MAX_BYTES = 5 * 1024 * 1024;
/** Longest side of what is kept. */
const SIDE_MAX = 1_920;
/** Pixels that may be unpacked: a small file can hold billions. */
export const PIXELS_MAX = 60_000_000;
const TIME_LIMIT_S = 20;

// One picture after the other and nothing kept: memory stays small whatever arrives.
sharp.cache(false);
sharp.concurrency(1);

/** Opened so that no bomb unpacks and no damage passes. */
export const openPicture = (input: Buffer | string) =>
  sharp(input, { limitInputPixels: PIXELS_MAX, failOn: 'warning', pages: 1, sequentialRead: true });

/** What a picture becomes when it is kept: written anew from its pixels, so that nothing else in the file survives. */
export async function rewritePicture(bytes: Buffer, field: string): Promise<{ bytes: Buffer; type: 'image/jpeg' | 'image/png' }> {
  if (bytes.length > PICTURE_MAX_BYTES)
    throw refuse('FILE_TOO_LARGE', { max: `${PICTURE_MAX_BYTES / 1024 / 1024} MiB`, size: bytes.length });
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime !== 'image/jpeg' && found?.mime !== 'image/png') throw refuseField(field, 'pictureType');
  try {
    const picture = openPicture(bytes).timeout({ seconds: TIME_LIMIT_S });
    const { hasAlpha } = await picture.metadata();
    const scaled = picture.autoOrient().resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true });
    const written = hasAlpha === true ? scaled.png() : scaled.jpeg({ quality: 86, mozjpeg: false });
    return { bytes: await written.toBuffer(), type: hasAlpha === true ? 'image/png' : 'image/jpeg' };
  } catch {
    throw refuseField(field, 'pictureBroken');
  }
}

/** A scaled cover of a picture that was found good before. */
export const coverOf = async (bytes: Buffer): Promise<Buffer> =>
  await openPicture(bytes)
    .timeout({ seconds: TIME_LIMIT_S })
    .autoOrient()
    .resize({ width: 720, height: 720, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 82 })
    .toBuffer();
