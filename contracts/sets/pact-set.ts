import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiDocument } from './compare-documents.ts';
import type { Interaction, Pact } from './interaction.ts';
import type { PactFile } from './normalised.ts';

/** The folder of this project. */
export const ROOT = path.resolve(import.meta.dirname, '../..');
export const CURRENT = 'pacts/current';
export const RELEASED = 'pacts/released';
/** Stored beside the pacts of a release; the current document is stored with its sources. */
export const DOCUMENT = 'openapi.json';
export const CURRENT_DOCUMENT = 'contracts/openapi.json';

/** Pacts that belong together: the current ones, or those of a release, a commit or a folder. */
export interface PactSet {
  /** Describes where the set comes from. */
  name: string;
  pacts: Pact[];
  /** The OpenAPI document of the pacts, if there is one. */
  document?: ApiDocument;
}

/** The text of a pact; `resource` is its file name without ending. */
interface PactText {
  resource: string;
  text: string;
}

const ENDING = '.json';
const resourceOf = (file: string): string => path.basename(file, ENDING);
const isPactFile = (name: string): boolean => name.endsWith(ENDING) && path.basename(name) !== DOCUMENT;

function parsed({ resource, text }: PactText, from: string): Pact {
  const file = readJson(text, `${from}/${resource}${ENDING}`) as Partial<PactFile>;
  if (!Array.isArray(file.interactions)) throw new Error(`${from}/${resource}${ENDING} is no pact: it has no interactions`);
  return { resource, interactions: file.interactions as unknown as Interaction[] };
}

function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is no JSON: ${(error as Error).message}`);
  }
}

function setOf(name: string, texts: PactText[], from: string, document?: string): PactSet {
  if (texts.length === 0) throw new Error(`${from} holds no pact`);
  const pacts = texts.toSorted((a, b) => (a.resource < b.resource ? -1 : 1)).map((text) => parsed(text, from));
  return { name, pacts, ...(document !== undefined && { document: readJson(document, `the document of ${name}`) as ApiDocument }) };
}

const textOf = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/**
 * Reads every `*.json` of a folder by name, with the document of the folder or the given one. Throws when there is none, or
 * when one is not a pact.
 */
export function readFolder(folder: string, name = folder, document = path.join(folder, DOCUMENT)): PactSet {
  const at = path.resolve(ROOT, folder);
  if (!existsSync(at)) throw new Error(`there is no folder ${folder}`);
  const texts = readdirSync(at)
    .filter(isPactFile)
    .map((file) => ({ resource: resourceOf(file), text: readFileSync(path.join(at, file), 'utf8') }));
  return setOf(name, texts, folder, textOf(path.resolve(ROOT, document)));
}

/** The current set of this project, or of the project in another folder. */
export const currentSet = (root = ROOT): PactSet => readFolder(path.join(root, CURRENT), 'current', path.join(root, CURRENT_DOCUMENT));

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] });

/** The set that was current at a commit, tag or branch. */
export function readGitRef(ref: string): PactSet {
  const listed = git('ls-tree', '--name-only', ref, `${CURRENT}/`).split('\n').filter(isPactFile);
  const texts = listed.map((file) => ({ resource: resourceOf(file), text: git('show', `${ref}:${file}`) }));
  const hasDocument = git('ls-tree', '--name-only', ref, CURRENT_DOCUMENT).trim() !== '';
  return setOf(ref, texts, `${ref}:${CURRENT}`, hasDocument ? git('show', `${ref}:${CURRENT_DOCUMENT}`) : undefined);
}
