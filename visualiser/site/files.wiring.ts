/** Files embedded by the build, for pages opened from a folder, which may not read other files. */
const getEmbeddedFiles = (): Readonly<Record<string, string>> =>
  (globalThis as { VISUALISER_FILES?: Record<string, string> }).VISUALISER_FILES ?? {};

/** A file beside the page. Rejects with its name and status if it is missing. */
export async function fetchText(path: string, signal?: AbortSignal): Promise<string> {
  const embedded = getEmbeddedFiles();
  if (Object.hasOwn(embedded, path)) return embedded[path] ?? '';
  const response = await fetch(path, signal && { signal });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return await response.text();
}

/** A JSON file beside the page. */
export const fetchJson = async <Content>(path: string, signal?: AbortSignal): Promise<Content> =>
  JSON.parse(await fetchText(path, signal)) as Content;
