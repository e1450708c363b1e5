import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { typeOfKey } from './keys.ts';
import type { ByteRange, Storage } from './storage.ts';

const DRAFT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Bytes handed to the disk at a time. */
const PORTION = 256 * 1024;
/** Kept files may be anything people uploaded: only the user of the server reads them. */
const OWN_FOLDERS = { recursive: true, mode: 0o700 } as const;

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    const found = await stat(file);
    return found.isDirectory() ? undefined : found.size;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** A rename is safe once the folder it happened in was written. */
async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* namesIn(folder: string): AsyncIterable<string> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  yield* names;
}

/**
 * Files in a folder that several servers on several machines may share. What is made is written aside and renamed, so that
 * nobody ever reads half of it.
 */
export function openFolder(folder: string): Storage {
  const drafts = path.join(folder, 'drafts');
  const aside = path.join(folder, 'aside');

  function placeOf(key: string): string {
    if (typeOfKey(key) === undefined) throw new Error('this is no key of a kept file');
    return path.join(folder, key);
  }
  function draftOf(id: string): string {
    if (!DRAFT.test(id)) throw new Error('this is no id of an upload');
    return path.join(drafts, id);
  }
  async function moveTo(from: string, place: string): Promise<void> {
    await mkdir(path.dirname(place), OWN_FOLDERS);
    await rename(from, place);
    await sync(path.dirname(place));
  }
  const read = (place: string, { start = 0, end }: ByteRange = {}) =>
    createReadStream(place, { start, highWaterMark: PORTION, ...(end === undefined ? {} : { end }) });

  return {
    async put(key, bytes) {
      const place = placeOf(key);
      const temporary = path.join(aside, randomUUID());
      await mkdir(aside, OWN_FOLDERS);
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
    size: async (key) => await sizeOf(placeOf(key)),
    read: (key, range) => read(placeOf(key), range),
    remove: async (key) => await rm(placeOf(key), { force: true }),
    async *keys() {
      for (const area of ['materials', 'pictures']) {
        for await (const part of namesIn(path.join(folder, area))) {
          for await (const name of namesIn(path.join(folder, area, part))) {
            const key = `${area}/${part}/${name}`;
            if (typeOfKey(key) === undefined) continue;
            const found = await stat(path.join(folder, key)).catch(() => undefined);
            if (found !== undefined) yield { key, keptAt: found.ctime };
          }
        }
      }
    },
    async freeBytes() {
      await mkdir(folder, OWN_FOLDERS);
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },

    async beginDraft(id) {
      await mkdir(drafts, OWN_FOLDERS);
      const handle = await open(draftOf(id), 'a');
      await handle.close();
    },
    draftSize: async (id) => await sizeOf(draftOf(id)),
    async writeDraft(id, offset, bytes: Readable) {
      const sink = createWriteStream(draftOf(id), { flags: 'r+', start: offset, highWaterMark: PORTION });
      let written = 0;
      await pipeline(async function* counted() {
        // The source stays open when the disk fails: its owner learns the reason from this call, not from a destroyed stream.
        for await (const portion of bytes.iterator({ destroyOnReturn: false })) {
          written += portion.length;
          yield portion;
        }
      }, sink);
      return offset + written;
    },
    readDraft: (id, range) => read(draftOf(id), range),
    async adoptDraft(id, key) {
      const place = placeOf(key);
      const from = draftOf(id);
      try {
        await sync(from);
        await moveTo(from, place);
      } catch (error) {
        if (!isAbsent(error) || (await sizeOf(place)) === undefined) throw error;
      }
    },
    removeDraft: async (id) => await rm(draftOf(id), { force: true }),
    async *drafts() {
      for await (const id of namesIn(drafts)) {
        if (!DRAFT.test(id)) continue;
        const found = await stat(path.join(drafts, id)).catch(() => undefined);
        if (found !== undefined) yield { id, changedAt: found.mtime };
      }
    },
  };
}
