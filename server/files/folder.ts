import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { typeOfKey } from './keys.ts';
import type { ByteRange, Storage } from './storage.ts';

const DRAFT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Bytes written at once. */
const CHUNK_BYTES = 256 * 1024;
/** Uploaded files may be private, so only the user of the server can read them. */
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const;

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function findSize(file: string): Promise<number | undefined> {
  try {
    const found = await stat(file);
    return found.isDirectory() ? undefined : found.size;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Flushes a path to disk; a rename is durable once its folder was flushed. */
async function syncPath(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* listNames(folder: string): AsyncIterable<string> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  yield* names;
}

/**
 * Stores files in a folder that several servers may share. New files are written to a temporary place and renamed, so that no reader sees
 * a partial file.
 */
export function openFolder(folder: string): Storage {
  const drafts = path.join(folder, 'drafts');
  const temporaryFolder = path.join(folder, 'aside');

  function pathOf(key: string): string {
    if (typeOfKey(key) === undefined) throw new Error('this is no key of a kept file');
    return path.join(folder, key);
  }
  function draftPathOf(id: string): string {
    if (!DRAFT_ID.test(id)) throw new Error('this is no id of an upload');
    return path.join(drafts, id);
  }
  async function moveTo(from: string, place: string): Promise<void> {
    await mkdir(path.dirname(place), PRIVATE_FOLDER);
    await rename(from, place);
    await syncPath(path.dirname(place));
  }
  const read = (place: string, { start = 0, end }: ByteRange = {}) =>
    createReadStream(place, { start, highWaterMark: CHUNK_BYTES, ...(end === undefined ? {} : { end }) });

  return {
    async put(key, bytes) {
      const place = pathOf(key);
      const temporary = path.join(temporaryFolder, randomUUID());
      await mkdir(temporaryFolder, PRIVATE_FOLDER);
      try {
        const handle = await open(temporary, 'wx');
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await moveTo(temporary, place);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    size: async (key) => await findSize(pathOf(key)),
    read: (key, range) => read(pathOf(key), range),
    remove: async (key) => await rm(pathOf(key), { force: true }),
    async *keys() {
      for (const area of ['materials', 'pictures']) {
        for await (const part of listNames(path.join(folder, area))) {
          for await (const name of listNames(path.join(folder, area, part))) {
            const key = `${area}/${part}/${name}`;
            if (typeOfKey(key) === undefined) continue;
            const found = await stat(path.join(folder, key)).catch(() => undefined);
            if (found !== undefined) yield { key, storedAt: found.ctime };
          }
        }
      }
    },
    async freeBytes() {
      await mkdir(folder, PRIVATE_FOLDER);
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },

    async beginDraft(id) {
      await mkdir(drafts, PRIVATE_FOLDER);
      const handle = await open(draftPathOf(id), 'a');
      await handle.close();
    },
    draftSize: async (id) => await findSize(draftPathOf(id)),
    async writeDraft(id, offset, bytes: Readable) {
      const sink = createWriteStream(draftPathOf(id), { flags: 'r+', start: offset, highWaterMark: CHUNK_BYTES });
      let written = 0;
      await pipeline(async function* counted() {
        // The source stays open when the disk fails, so that its owner gets the reason from this call instead of a destroyed stream.
        for await (const portion of bytes.iterator({ destroyOnReturn: false })) {
          written += portion.length;
          yield portion;
        }
      }, sink);
      return offset + written;
    },
    readDraft: (id, range) => read(draftPathOf(id), range),
    async adoptDraft(id, key) {
      const place = pathOf(key);
      const from = draftPathOf(id);
      try {
        await syncPath(from);
        await moveTo(from, place);
      } catch (error) {
        if (!isAbsent(error) || (await findSize(place)) === undefined) throw error;
      }
    },
    removeDraft: async (id) => await rm(draftPathOf(id), { force: true }),
    async *drafts() {
      for await (const id of listNames(drafts)) {
        if (!DRAFT_ID.test(id)) continue;
        const found = await stat(path.join(drafts, id)).catch(() => undefined);
        if (found !== undefined) yield { id, changedAt: found.mtime };
      }
    },
  };
}
