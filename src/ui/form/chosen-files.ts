/**
 * Files that the user chose, until they are imported or discarded. They are kept outside machines and React, so that neither snapshots
 * nor inspectors can hold a file.
 */
const files = new Map<string, { file: File; content?: string }>();

const PORTION = 0x8000;

export const keepChosenFile = (key: string, file: File): void => void files.set(key, { file });

/** Returns a chosen file, for showing it before upload. */
export const chosenFile = (key: string): File | undefined => files.get(key)?.file;

export const forgetChosenFile = (key: string): void => void files.delete(key);

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PORTION) text += String.fromCharCode(...bytes.subarray(at, at + PORTION));
  return btoa(text);
}

/** Reads a chosen file from disk. Returns false when it is unknown, for example after a reload; rejects when it cannot be read. */
export async function readChosenFile(key: string): Promise<boolean> {
  const chosen = files.get(key);
  if (!chosen) return false;
  chosen.content = base64(new Uint8Array(await chosen.file.arrayBuffer()));
  return true;
}

/** The content last read, as Base64. */
export const contentOfChosen = (key: string): string => files.get(key)?.content ?? '';
