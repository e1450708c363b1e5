import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Errors of esbuild list what is wrong with their places. */
interface BuildMessage {
  text: string;
  location?: { file: string; line: number; column: number } | null;
}

const getFirstMessage = (error: unknown): BuildMessage | undefined =>
  typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors)
    ? (error.errors[0] as BuildMessage | undefined)
    : undefined;

const getText = (error: unknown): string => {
  const found = getFirstMessage(error);
  if (found?.location) return `${found.text} (${found.location.file}:${found.location.line}:${found.location.column})`;
  if (found) return found.text;
  return error instanceof Error ? error.message : String(error);
};

/** What is wrong, in one line, with paths below `root` written from there. */
export function summarizeError(error: unknown, root: string): string {
  const folder = `${path.resolve(root)}${path.sep}`;
  const text = getText(error).replaceAll(pathToFileURL(folder).href, '').replaceAll(folder, '');
  // A message of several lines begins with a heading, such as `Transform failed with 1 error:`.
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = 'unknown error', second] = lines;
  const line = first.endsWith(':') && second !== undefined ? second.replace('ERROR: ', '') : first;
  return /[.!?)]$/.test(line) ? line : `${line}.`;
}
