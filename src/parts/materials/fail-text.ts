import type { MessageId } from '#src/locale/locales.ts';

const words: Record<string, MessageId> = {
  FILE_BROKEN: 'materials.fail.broken',
  FILE_GONE: 'materials.fail.gone',
  FILE_TYPE: 'materials.fail.type',
  FILE_EXTRA: 'materials.fail.extra',
  NO_VIDEO: 'materials.fail.noVideo',
  TOO_NARROW: 'materials.fail.narrow',
  TOO_SHORT: 'materials.fail.short',
  TOO_LONG: 'materials.fail.long',
  TOO_MANY_PIXELS: 'materials.fail.pixels',
  HASH_MISMATCH: 'materials.fail.mismatch',
  PROCESSING_TIMEOUT: 'materials.fail.timeout',
};

/** Why a file was not taken, in words; a code that nobody knows stands as it is. */
export function failText(code: string | null, t: (id: MessageId) => string): string | undefined {
  if (code === null) return undefined;
  const id = words[code];
  return id ? t(id) : code;
}
