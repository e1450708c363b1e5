import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { filesOf, root } from '#tools/source.ts';

const FOLDERS = ['contracts', 'machines', 'src', 'server', 'tests', 'tools', 'visualiser', 'catalogue', 'bench'];
/** A file of code, by its path or by its last names; patterns and placeholders stand for many. */
const NAMED = /`([\w./-]+\.(?:ts|tsx|mjs|css))`/g;

const documents = ['README.md', ...readdirSync(path.join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))];
const namedIn = (text: string): string[] => [...text.matchAll(NAMED)].map(([, name = '']) => name);

it('the documents name only files that exist', () => {
  const known = filesOf(FOLDERS, /\.(?:ts|tsx|mjs|css)$/).map(({ file }) => `/${file}`);
  const isThere = (name: string) => existsSync(path.join(root, name)) || known.some((file) => file.endsWith(`/${name}`));
  const named = documents.flatMap((at) => namedIn(readFileSync(path.join(root, at), 'utf8')).map((name) => ({ at, name })));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !isThere(name))).toEqual([]);
  expect(isThere('no-such-file.ts')).toBe(false);
});
