/** Files chosen for upload, and their posters, until they are uploaded or discarded. They are kept outside machines and React. */
const files = new Map<string, File>();
const posters = new Map<string, string>();

export const keepChosen = (key: string, file: File): void => void files.set(key, file);
export const chosenFile = (key: string): File | undefined => files.get(key);
export function forgetChosen(key: string): void {
  files.delete(key);
  posters.delete(key);
}

/** A JPEG as Base64. */
export const keepPoster = (key: string, content: string): void => void posters.set(key, content);
export const posterFor = (key: string): string | undefined => posters.get(key);
