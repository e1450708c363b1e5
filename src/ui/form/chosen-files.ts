/**
 * Files that people chose, until they are imported or forgotten. They stand here, outside of every machine and of what is
 * drawn: neither a memory of a page nor anybody who listens to it can hold a file.
 */
const files = new Map<string, { file: File; content?: string }>();

const PORTION = 0x8000;

export const keepChosenFile = (key: string, file: File): void => void files.set(key, { file });

/** To be shown before it is sent. */
export const chosenFile = (key: string): File | undefined => files.get(key)?.file;

export const forgetChosenFile = (key: string): void => void files.delete(key);

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PORTION) text += String.fromCharCode(...bytes.subarray(at, at + PORTION));
  return btoa(text);
}

/** Reads it from the disk, as it is now. False: nobody chose it, or it was before the page was loaded. Rejected: it cannot be read. */
export async function readChosenFile(key: string): Promise<boolean> {
  const chosen = files.get(key);
  if (!chosen) return false;
  chosen.content = base64(new Uint8Array(await chosen.file.arrayBuffer()));
  return true;
}

/** Base64, as it was last read. */
export const contentOfChosen = (key: string): string => files.get(key)?.content ?? '';
