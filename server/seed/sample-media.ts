import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { makeVideo } from './sample-video.ts';

export type SampleRatio = '9:16' | '4:5' | '1:1' | '16:9' | 'other';

/** In pixels. */
export const sampleSizes: Readonly<Record<SampleRatio, { width: number; height: number }>> = {
  '9:16': { width: 576, height: 1_024 },
  '4:5': { width: 640, height: 800 },
  '1:1': { width: 640, height: 640 },
  '16:9': { width: 1_024, height: 576 },
  other: { width: 800, height: 640 },
};

/** A sample file with its facts. */
export interface SampleFile {
  bytes: Buffer;
  sha256: string;
  width: number;
  height: number;
  /** Null for an image. */
  durationMs: number | null;
  codec: string;
}

const createSample = (bytes: Uint8Array, rest: Omit<SampleFile, 'bytes' | 'sha256'>): SampleFile => ({
  bytes: Buffer.from(bytes),
  sha256: createHash('sha256').update(bytes).digest('hex'),
  ...rest,
});

/** A small MP4 of one colour that browsers can play, a few kB, with a unique hash per code. */
export async function sampleVideo({
  code,
  ratio,
  seconds = 6,
}: {
  code: string;
  ratio: SampleRatio;
  seconds?: number;
}): Promise<SampleFile> {
  const { width, height } = sampleSizes[ratio];
  return createSample(await makeVideo({ code, width, height, seconds }), { width, height, durationMs: seconds * 1_000, codec: 'avc' });
}

/** A drawn JPEG for images and covers, with a unique hash per code. */
export async function samplePicture({ code, ratio }: { code: string; ratio: SampleRatio }): Promise<SampleFile> {
  const { width, height } = sampleSizes[ratio];
  const seed = createHash('sha256').update(code).digest();
  const part = (at: number, max: number) => (((seed[at] ?? 0) * 256 + (seed[at + 1] ?? 0)) / 65_536) * max;
  const hue = part(0, 360);
  const circles = [2, 6, 10].map((at, index) => {
    const light = 52 + index * 9;
    return `<circle cx="${part(at, width).toFixed(1)}" cy="${part(at + 2, height).toFixed(1)}" r="${(width / 6 + part(at + 4, width / 4)).toFixed(1)}" fill="hsl(${((hue + 40 * index) % 360).toFixed(0)} 55% ${light}%)" opacity="0.55"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue.toFixed(0)} 48% 34%)"/><stop offset="1" stop-color="hsl(${((hue + 70) % 360).toFixed(0)} 52% 58%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>${circles.join('')}</svg>`;
  const bytes = await sharp(Buffer.from(drawing)).flatten({ background: 'white' }).jpeg({ quality: 80 }).toBuffer();
  return createSample(bytes, { width, height, durationMs: null, codec: 'jpeg' });
}
