import type { AnyStateMachine } from 'xstate';
import { readPageMeta } from '#src/platform/page-root.ts';

/** Files embedded by the build, for pages opened from a folder, which may not read other files. */
const getEmbeddedFiles = (): Readonly<Record<string, string>> | undefined =>
  (globalThis as { VISUALISER_FILES?: Record<string, string> }).VISUALISER_FILES;

/** A file beside the page; undefined if it does not exist. */
async function fetchOptionalText(path: string, signal?: AbortSignal): Promise<string | undefined> {
  const embedded = getEmbeddedFiles();
  if (embedded !== undefined) return embedded[path];
  const response = await fetch(path, signal && { signal });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return await response.text();
}

/** A file beside the page. Rejects if it does not exist. */
export async function fetchText(path: string, signal?: AbortSignal): Promise<string> {
  const text = await fetchOptionalText(path, signal);
  if (text === undefined) throw new Error(`${path}: 404`);
  return text;
}

/** Runs a script beside the page. */
const loadScript = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = path;
    script.onerror = () => reject(new Error(`${path} could not be loaded`));
    script.onload = () => {
      script.remove();
      resolve();
    };
    document.head.append(script);
  });

type MachineLoaders = Readonly<Record<string, () => Promise<AnyStateMachine | undefined>>>;

/** Counts how often the files beside the page were written again while it is open. */
let version = 0;

/** Keeps the result of the first successful load until the files change. */
export function keepUntilChange<Content>(load: () => Promise<Content>): () => Promise<Content> {
  let kept: { content: Promise<Content>; version: number } | undefined;
  return () => {
    if (kept?.version !== version) {
      const content = load();
      kept = { content, version };
      content.catch(() => {
        if (kept?.content === content) kept = undefined;
      });
    }
    return kept.content;
  };
}

const loadCode = keepUntilChange(() => loadScript(version === 0 ? 'code.js' : `code.js?${version}`));

/** The code of a machine, with its key in the gallery. Loaded when the first one is wanted. */
export async function loadMachine(key: string): Promise<AnyStateMachine> {
  await loadCode();
  const machine = await (globalThis as { VISUALISER_MACHINES?: MachineLoaders }).VISUALISER_MACHINES?.[key]?.();
  if (!machine) throw new Error(`the code of "${key}" is not beside the page`);
  return machine;
}

/** What the server of the page offers beside its files; nothing if the page stands in a folder or on another server. */
export const getServerOffers = (): readonly string[] => readPageMeta('visualiser-server')?.split(' ') ?? [];

/** Calls back after the files beside the page were written again. */
export function onFilesChange(listener: () => void): void {
  if (!getServerOffers().includes('changes')) return;
  const changes = new EventSource('changes');
  changes.onmessage = () => {
    version += 1;
    listener();
  };
}

/** A JSON file beside the page. */
export const fetchJson = async <Content>(path: string, signal?: AbortSignal): Promise<Content> =>
  JSON.parse(await fetchText(path, signal)) as Content;

/** A JSON file beside the page; undefined if it does not exist. */
export async function fetchOptionalJson<Content>(path: string, signal?: AbortSignal): Promise<Content | undefined> {
  const text = await fetchOptionalText(path, signal);
  return text === undefined ? undefined : (JSON.parse(text) as Content);
}
