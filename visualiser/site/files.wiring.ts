/** Texts of the files beside the page, where it lies in a folder without a server: pages of a folder may not read files. */
const inFolder = (): Readonly<Record<string, string>> =>
  (globalThis as { VISUALISER_FILES?: Record<string, string> }).VISUALISER_FILES ?? {};

/** A file that the build left beside the page. Rejects with its name and the status where it is not there. */
export async function textBeside(path: string, signal?: AbortSignal): Promise<string> {
  const known = inFolder();
  if (Object.hasOwn(known, path)) return known[path] ?? '';
  const response = await fetch(path, signal && { signal });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return await response.text();
}

/** The same, read as JSON. */
export const fileBeside = async <Content>(path: string, signal?: AbortSignal): Promise<Content> =>
  JSON.parse(await textBeside(path, signal)) as Content;
