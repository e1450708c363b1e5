import { randomBytes } from 'node:crypto';
import type { StoredFileType } from '#server/domain/files.ts';

const extensions: Readonly<Record<StoredFileType, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};
const types = new Map(Object.entries(extensions).map(([type, ending]) => [ending, type as StoredFileType]));

const KEY = /^(?:materials|pictures)\/[0-9a-f]{2}\/[0-9a-f]{32}\.(mp4|mov|jpg|png)$/;

/** `materials/ab/<32 hex>.mp4`; the two letters distribute the files over folders. */
export function newKey(area: 'materials' | 'pictures', type: StoredFileType): string {
  const name = randomBytes(16).toString('hex');
  return `${area}/${name.slice(0, 2)}/${name}.${extensions[type]}`;
}

/** Content type of a storage key; undefined for any other text. */
export const typeOfKey = (key: string): StoredFileType | undefined => types.get(KEY.exec(key)?.[1] ?? '');
