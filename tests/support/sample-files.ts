import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sampleVideo } from '#server/seed/sample-media.ts';

/** A valid video of the given size: the excess is in a box that readers skip. */
export async function largeVideo(code: string, size: number): Promise<Buffer> {
  const { bytes } = await sampleVideo({ code, ratio: '9:16', seconds: 2 });
  const rest = Buffer.alloc(size - bytes.length);
  for (let at = 0; at + 4 <= rest.length; at += 4) rest.writeUInt32LE(Math.imul(at + code.length, 2_654_435_761) >>> 0, at);
  rest.writeUInt32BE(rest.length, 0);
  rest.write('free', 4, 'latin1');
  return Buffer.concat([bytes, rest]);
}

export interface SampleFolder {
  /** Writes a file and returns its path. */
  write(name: string, bytes: Uint8Array | string): string;
  /** A file of the given size, filled with zeros, that takes no space on the disk. */
  writeHollow(name: string, size: number): string;
  remove(): void;
}

/** A temporary folder for files that a test selects. */
export function openSampleFolder(): SampleFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ads-chosen-'));
  const at = (name: string) => path.join(folder, name);
  return {
    write(name, bytes) {
      writeFileSync(at(name), bytes);
      return at(name);
    },
    writeHollow(name, size) {
      const file = openSync(at(name), 'w');
      ftruncateSync(file, size);
      closeSync(file);
      return at(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
