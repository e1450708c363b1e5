import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const escapeText = (text: string): string => text.replaceAll(/[.+^$()|[\]\\]/g, String.raw`\$&`);

/** A pattern as a regular expression: `**` is any number of folders, `*` and `?` stay within a name, `{a,b}` is one of both. */
export function toPathTest(pattern: string): RegExp {
  const source = pattern
    .replaceAll('\\', '/')
    .replace(/^\.\//, '')
    .split(/(\*\*\/|\*\*|\*|\?|\{[^{}]*\})/)
    .map((part) => {
      if (part === '**/') return '(?:[^/]+/)*';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      return part.startsWith('{') ? `(?:${part.slice(1, -1).split(',').map(escapeText).join('|')})` : escapeText(part);
    })
    .join('');
  return new RegExp(`^${source}$`);
}

const isSkipped = (name: string): boolean => name === 'node_modules' || name.startsWith('.');

function* walk(root: string, below: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!isSkipped(entry.name)) yield* walk(root, name);
    } else yield name;
  }
}

/** The folder that a pattern begins with. */
const getFixedFolder = (pattern: string): string => {
  const parts = pattern.split('/');
  const end = parts.findIndex((part) => /[*?{]/.test(part));
  return parts.slice(0, end < 0 ? parts.length - 1 : end).join('/');
};

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * Files below `root` that a pattern matches, relative to it and sorted. Packages and folders that begin with a dot are skipped. A path of a
 * file needs no pattern.
 */
export function findFiles(root: string, patterns: readonly string[]): string[] {
  const found = patterns.flatMap((given) => {
    const pattern = path.isAbsolute(given) ? path.relative(root, given) : given;
    const plain = pattern.replaceAll(path.sep, '/').replace(/^\.\//, '');
    if (isFile(path.join(root, plain))) return [plain];
    const folder = getFixedFolder(plain);
    if (!statSync(path.join(root, folder), { throwIfNoEntry: false })?.isDirectory()) return [];
    const test = toPathTest(plain);
    return [...walk(root, folder)].filter((file) => test.test(file));
  });
  return [...new Set(found)].filter((file) => !/\.d\.[cm]?ts$/.test(file)).toSorted();
}
