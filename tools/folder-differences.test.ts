import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { differences } from './folder-differences.ts';

const made: string[] = [];
const folder = (files: Record<string, string>): string => {
  const at = mkdtempSync(path.join(os.tmpdir(), 'ad-differences-'));
  made.push(at);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(at, name), text);
  return at;
};

afterEach(() => {
  for (const at of made.splice(0)) rmSync(at, { recursive: true, force: true });
});

describe('two folders', () => {
  it('are alike when every file has the same bytes', () => {
    expect(differences(folder({ a: '1', b: '2' }), folder({ b: '2', a: '1' }))).toEqual([]);
  });

  it('differ by one byte, by a file too many and by one too few', () => {
    expect(differences(folder({ a: '1', b: '2' }), folder({ a: '1 ', c: '3' }))).toEqual([
      'a changed',
      'b is no longer written',
      'c is new',
    ]);
  });
});
