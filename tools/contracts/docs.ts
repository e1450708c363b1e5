import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildCatalogue, formatCatalogue } from '#catalogue/build-catalogue.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { openApiText } from '#contracts/openapi.ts';
import { changeLog } from '#contracts/sets/change-log.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { root, run, say } from '../prepare.mjs';
import { consoleUses } from './console-uses.ts';
import { PRODUCT } from './product.ts';

const DIST = path.join(root, 'dist');
/** Served to everyone: the page without its data. */
const SHELL = path.join(DIST, 'contracts');
/** Not served as a file: the catalogue call returns it to permitted callers. */
const DATA = path.join(DIST, 'contracts-data');
/** The page with its data, to be opened from the folder or put on any web server. */
const STANDALONE = path.join(DIST, 'contracts-static');

/** The catalogue text of the current sources. */
function currentCatalogueText(): string {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const sources = { version, endpoints, pacts: currentSet(), uses: consoleUses(), releases: changeLog() };
  return formatCatalogue(buildCatalogue(sources));
}

/** Writes the folder as a whole, because a server may be reading it. */
function put(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** The standalone page reads its data from a script, because a page opened from a folder may not read files. */
export function withCatalogueScript(page: string): string {
  const at = page.indexOf('<script');
  if (at < 0) throw new Error('the page of the catalogue has no script to put its data before');
  return `${page.slice(0, at)}<script src="catalogue.js"></script>${page.slice(at)}`;
}

/** npm run contracts:docs: the contract site as the server serves it, its data, and a standalone folder. */
export async function docs(): Promise<void> {
  await run(
    process.execPath,
    ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build', '--config', 'rsbuild.contracts.config.ts', '--log-level', 'warn'],
    root,
    { NODE_ENV: 'production' },
  );
  const [catalogue, openApi] = [currentCatalogueText(), openApiText(endpoints)];
  mkdirSync(DATA, { recursive: true });
  put(path.join(DATA, 'catalogue.json'), catalogue);
  put(path.join(DATA, 'openapi.json'), openApi);

  rmSync(STANDALONE, { recursive: true, force: true });
  cpSync(SHELL, STANDALONE, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  const page = path.join(STANDALONE, 'index.html');
  writeFileSync(page, withCatalogueScript(readFileSync(page, 'utf8')));
  writeFileSync(path.join(STANDALONE, 'catalogue.js'), `globalThis.CONTRACT_CATALOGUE = ${catalogue.trimEnd()};\n`);
  writeFileSync(path.join(STANDALONE, 'catalogue.json'), catalogue);
  writeFileSync(path.join(STANDALONE, 'openapi.json'), openApi);
  cpSync(PRODUCT, path.join(STANDALONE, 'product.json'));
  say('the catalogue of the contracts is in dist/contracts-static: open its index.html, or put the folder on any web server');
}
