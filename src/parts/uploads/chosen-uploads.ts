/** Files chosen for upload, and their posters, until they are uploaded or discarded. They are kept outside machines and React. */
const files = new Map<string, File>();
const posters = new Map<string, string>();

export const storeFile = (key: string, file: File): void => void files.set(key, file);
export const getFile = (key: string): File | undefined => files.get(key);
export function forgetFile(key: string): void {
  files.delete(key);
  posters.delete(key);
}

/** A JPEG as Base64. */
export const storePoster = (key: string, content: string): void => void posters.set(key, content);
export const getPoster = (key: string): string | undefined => posters.get(key);
