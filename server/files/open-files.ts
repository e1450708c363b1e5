import type { FastifyInstance } from 'fastify';
import type { Clock } from '#server/domain/clock.ts';
import { type Files, StorageFull, UPLOADS_PATH, type UploadBytes } from '#server/domain/files.ts';
import { createAddresses } from './addresses.ts';
import { detectType, examine, HEAD_BYTES, readAll } from './examine.ts';
import { openFolder } from './folder.ts';
import { newKey, typeOfKey } from './keys.ts';
import { rewritePicture, scaleCover } from './pictures.ts';
import { serveFiles } from './serve-files.ts';
import { isDiskFull, type Storage } from './storage.ts';

export interface OpenFiles {
  files: Files;
  mount(app: FastifyInstance): void;
}

export interface FilesOptions {
  clock: Clock;
  /** Created when it does not exist. */
  folder: string;
  signingKey: Buffer;
  /** Defaults to the folder. */
  storage?: Storage;
}

/** Free space that is left for everything else on the same disk. */
const RESERVE_BYTES = 512 * 1024 * 1024;

export function openFiles({ clock, folder, signingKey, storage = openFolder(folder) }: FilesOptions): OpenFiles {
  const addresses = createAddresses(signingKey);
  const uploads: UploadBytes = {
    address: (id) => `${UPLOADS_PATH}/${id}`,
    begin: async (id) => await storage.beginDraft(id),
    received: async (id) => await storage.draftSize(id),
    newKey: (type) => newKey('materials', type),
    adopt: async (id, key) => await storage.adoptDraft(id, key),
    discard: async (id) => await storage.removeDraft(id),
    freeBytes: async () => await storage.freeBytes(),
    hasRoom: async (bytes) => (await storage.freeBytes()) - RESERVE_BYTES > bytes,
    async write(id, offset, bytes) {
      try {
        return await storage.writeDraft(id, offset, bytes);
      } catch (error) {
        throw isDiskFull(error) ? new StorageFull('there is no room left') : error;
      }
    },
    typeOf: async (id) => await detectType(await readAll(storage.readDraft(id, { start: 0, end: HEAD_BYTES - 1 }))),
    all: () => storage.drafts(),
  };
  const files: Files = {
    address: (key, now, options) => addresses.sign(key, now, options?.download),
    addressIfStored: (key, now) => (key === null || typeOfKey(key) === undefined ? null : addresses.sign(key, now).url),
    async storePicture(bytes, field) {
      const picture = await rewritePicture(bytes, field);
      const key = newKey('pictures', picture.type);
      await storage.put(key, picture.bytes);
      return key;
    },
    async store(bytes, type) {
      const key = newKey('materials', type);
      await storage.put(key, bytes);
      return key;
    },
    open: (key, start) => storage.read(key, { start }),
    uploads,
    examine: async (key, signal) => await examine(storage, key, signal),
    async createCover(key) {
      const cover = newKey('pictures', 'image/jpeg');
      await storage.put(cover, await scaleCover(await readAll(storage.read(key))));
      return cover;
    },
    remove: async (key) => await storage.remove(key),
    all: () => storage.keys(),
  };
  return {
    files,
    mount(app) {
      serveFiles(app, { storage, addresses, clock });
    },
  };
}
