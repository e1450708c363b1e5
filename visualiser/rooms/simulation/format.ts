import type { StateValue } from 'xstate';

/** A value as editable JSON; empty for undefined. */
export const formatJson = (value: unknown): string => (value === undefined ? '' : (JSON.stringify(value, undefined, 2) ?? ''));

const MAX_LENGTH = 80;

/** A value in one short line: `serial: 1, rights: "mark-1"`. */
export function summarize(value: unknown): string {
  if (value === undefined || value === null) return '';
  const json = JSON.stringify(value) ?? '';
  const text = json.startsWith('{')
    ? json
        .slice(1, -1)
        .replaceAll(/"([A-Za-z_]\w*)":/g, '$1: ')
        .replaceAll(/,(?=\S)/g, ', ')
    : json;
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The payload of an event in one short line. */
export const summarizePayload = ({ type: _, ...payload }: { type: string; [key: string]: unknown }): string => summarize(payload);

/** A state value as text: `open.tabs.working`. */
export const formatStateValue = (value: StateValue | undefined): string =>
  typeof value === 'object'
    ? Object.entries(value)
        .map(([key, inner]) => [key, formatStateValue(inner)].filter((part) => part !== '').join('.'))
        .join(', ')
    : (value ?? '');

/** `300 ms`, `1.5 s`: the units are the same in all languages. */
export const formatDuration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 10) / 100} s`);
