import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files that only one of two folders has, and those whose bytes differ. */
export function differences(expected: string, actual: string): string[] {
  const before = readdirSync(expected);
  const after = readdirSync(actual);
  return [...new Set([...before, ...after])].sort().flatMap((name) => {
    if (!after.includes(name)) return [`${name} is no longer written`];
    if (!before.includes(name)) return [`${name} is new`];
    return readFileSync(path.join(expected, name)).equals(readFileSync(path.join(actual, name))) ? [] : [`${name} changed`];
  });
}
