const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/** A UUID nobody has used before, also where the console is reached without TLS: the browser's own maker of UUIDs is missing there. */
export function newRequestKey(): string {
  const text = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map(hex)
    .join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

/**
 * The key of a second call in one submission: the same whenever that submission is repeated, and never that of the first.
 * @param key a UUID
 */
export const followingKey = (key: string): string => key.slice(0, -1) + (Number.parseInt(key.slice(-1), 16) ^ 1).toString(16);
