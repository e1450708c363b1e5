import type { StateValue } from 'xstate';

/** A value as it is written in an editor; nothing for what is nothing. */
export const jsonText = (value: unknown): string => (value === undefined ? '' : (JSON.stringify(value, undefined, 2) ?? ''));

const LONGEST = 80;

/** A value in one short line: `serial: 1, rights: "mark-1"`. */
export function summary(value: unknown): string {
  if (value === undefined || value === null) return '';
  const json = JSON.stringify(value) ?? '';
  const text = json.startsWith('{')
    ? json
        .slice(1, -1)
        .replaceAll(/"([A-Za-z_]\w*)":/g, '$1: ')
        .replaceAll(/,(?=\S)/g, ', ')
    : json;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** What an event brings beside its type, in one short line. */
export const payloadSummary = ({ type: _, ...payload }: { type: string; [key: string]: unknown }): string => summary(payload);

/** A state value as it is written in text: `open.tabs.working`. */
export const valueText = (value: StateValue | undefined): string =>
  typeof value === 'object'
    ? Object.entries(value)
        .map(([key, inner]) => [key, valueText(inner)].filter((part) => part !== '').join('.'))
        .join(', ')
    : (value ?? '');

/** `300 ms`, `1.5 s`: the signs are the same in all languages. */
export const durationText = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 10) / 100} s`);
