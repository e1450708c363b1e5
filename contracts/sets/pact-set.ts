import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiDocument } from './compare-documents.ts';
import type { Interaction, Pact } from './interaction.ts';
import type { PactFile } from './normalised.ts';

/** Of this project. */
export const ROOT = path.resolve(import.meta.dirname, '../..');
export const CURRENT = 'pacts/current';
export const RELEASED = 'pacts/released';
/** Beside the pacts of a release; of the current ones it lies with the sources it is made of. */
export const DOCUMENT = 'openapi.json';
export const CURRENT_DOCUMENT = 'contracts/openapi.json';

/** Pacts that belong together: those of now, of a release, of a commit, or of any folder. */
export interface PactSet {
  /** For people: where it came from. */
  name: string;
  pacts: Pact[];
  /** The OpenAPI document that lies beside them, where there is one. */
  document?: ApiDocument;
}

/** A pact as it is written; `resource` is the name of its file without ending. */
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
 * Of every `*.json` of a folder, by name, with the document that lies there or is named. Throws when there is none, or
 * one is no pact.
 */
export function readFolder(folder: string, name = folder, document = path.join(folder, DOCUMENT)): PactSet {
  const at = path.resolve(ROOT, folder);
  if (!existsSync(at)) throw new Error(`there is no folder ${folder}`);
  const texts = readdirSync(at)
    .filter(isPactFile)
    .map((file) => ({ resource: resourceOf(file), text: readFileSync(path.join(at, file), 'utf8') }));
  return setOf(name, texts, folder, textOf(path.resolve(ROOT, document)));
}

/** Of this project, or of the one in another folder. */
export const currentSet = (root = ROOT): PactSet => readFolder(path.join(root, CURRENT), 'current', path.join(root, CURRENT_DOCUMENT));

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] });

/** Those that were current at a commit, tag or branch. */
export function readGitRef(ref: string): PactSet {
  const listed = git('ls-tree', '--name-only', ref, `${CURRENT}/`).split('\n').filter(isPactFile);
  const texts = listed.map((file) => ({ resource: resourceOf(file), text: git('show', `${ref}:${file}`) }));
  const hasDocument = git('ls-tree', '--name-only', ref, CURRENT_DOCUMENT).trim() !== '';
  return setOf(ref, texts, `${ref}:${CURRENT}`, hasDocument ? git('show', `${ref}:${CURRENT_DOCUMENT}`) : undefined);
}
