const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/** Creates a UUID, also over plain HTTP, where `crypto.randomUUID` is missing. */
export function newRequestKey(): string {
  const text = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map(hex)
    .join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

/**
 * The key of a second call in one submission: stable when that submission is repeated, and never the key of the first call.
 * @param key a UUID
 */
export const deriveKey = (key: string): string => key.slice(0, -1) + (Number.parseInt(key.slice(-1), 16) ^ 1).toString(16);
