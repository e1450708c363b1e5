// Plain JavaScript without packages: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const installedStamp = 'node_modules/.installed-from';
const builtStamp = 'dist/console.built-from';
const compressedStamp = 'dist/console.compressed-from';
const ofEveryPage = [
  'src',
  'machines',
  'tools/browser-build.ts',
  'tools/compile-messages-loader.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
/** What the console is built from. */
const consoleSources = [
  ...ofEveryPage,
  'contracts/endpoints',
  'contracts/reports',
  'contracts/rules',
  'contracts/vocabulary',
  'tools/without-descriptions-loader.mjs',
  'rsbuild.config.ts',
];

const catalogueStamp = 'dist/contracts.built-from';
/** What the catalogue of the contracts is built from: the page, and the data, which tells where the console makes its calls. */
const catalogueSources = [
  ...ofEveryPage,
  'catalogue',
  'contracts',
  'pacts',
  'tools/contracts',
  'tools/contracts.ts',
  'tools/source.ts',
  'rsbuild.contracts.config.ts',
];
const catalogueFiles = ['dist/contracts/index.html', 'dist/contracts-data/catalogue.json'];

const visualiserStamp = 'dist/visualiser.built-from';
/** What the visualiser is built from: the page, and the machines it draws. */
const visualiserSources = [
  ...ofEveryPage,
  'visualiser',
  'catalogue/machines',
  'tools/visualiser',
  'tools/visualiser.ts',
  'rsbuild.visualiser.config.ts',
];
const visualiserFiles = ['dist/visualiser/index.html', 'dist/visualiser/gallery.json', 'dist/visualiser/connection.js'];

/** A fault whose message is all the reader needs. */
export class Stop extends Error {}

/** Shows what is being done, one line each; standard error, so that results on standard output stay clean. */
export const say = (text) => process.stderr.write(`▸ ${text}\n`);

/** @param {string} have @param {string} want `>=20.19` */
export function isEnough(have, want) {
  const numbers = (text) =>
    text
      .replace(/^[^\d]*/, '')
      .split('.')
      .map(Number);
  const [a, b] = [numbers(have), numbers(want)];
  for (let i = 0; i < b.length; i += 1) {
    if ((a[i] ?? 0) !== b[i]) return (a[i] ?? 0) > b[i];
  }
  return true;
}

export function requireNode(folder = root) {
  const wanted = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).engines.node;
  if (!isEnough(process.versions.node, wanted)) {
    throw new Stop(
      `Node.js ${wanted} is needed; this is ${process.versions.node}. Get a newer one from https://nodejs.org and start again.`,
    );
  }
}

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** True when node_modules is missing or belongs to another lockfile. */
export function needsInstall(folder = root) {
  const lockfile = path.join(folder, 'package-lock.json');
  const stamp = path.join(folder, installedStamp);
  const written = path.join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(written)) return true;
  if (readIfThere(stamp) === hashOf(lockfile)) return false;
  // Installed by hand: npm writes its own list after it has read the lockfile.
  return statSync(written).mtimeMs < statSync(lockfile).mtimeMs;
}

/** Beside node_modules, which npm wipes. */
const installLock = '.cache/installing';
/** The owner of the lock says this often that it lives. */
const SIGN_OF_LIFE_MS = 2000;
/** Whoever waits believes it dead when it said nothing for so long. Clocks are not compared: they may be set, and computers sleep. */
const PATIENCE_MS = 15_000;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Who holds the lock; null when nobody does. A lock whose owner could not even write its name down has no name. */
function ownerOf(lock) {
  try {
    const { mtimeMs } = statSync(lock);
    const [pid, host, mark] = readIfThere(path.join(lock, 'owner')).split(' ');
    return { pid: Number(pid), host, mark, mtimeMs };
  } catch {
    return null;
  }
}

/** Killed: nobody will ever give this lock back. What runs on another computer cannot be asked. */
const isDead = ({ pid, host }) => host === os.hostname() && !isRunning(pid);

/** Taken away by a rename, of which only one of several can succeed; what was taken is looked at again before it is thrown away. */
function takeAway(lock, { mark }) {
  const aside = `${lock}.${process.pid}.${Date.now()}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (ownerOf(aside)?.mark !== mark) {
    try {
      renameSync(aside, lock);
      return;
    } catch {
      // somebody else has it by now
    }
  }
  rmSync(aside, { recursive: true, force: true });
}

/**
 * Runs `work` while no other process runs it for the same folder; others wait. The lock of a process that died is taken over.
 * @template T @param {string} lock @param {() => Promise<T>} work
 * @param {{ onWait?: () => void, patience?: number }} [how] `onWait` is called once when there is somebody to wait for
 */
export async function alone(lock, work, { onWait = () => undefined, patience = PATIENCE_MS } = {}) {
  mkdirSync(path.dirname(lock), { recursive: true });
  const mark = `${process.pid}-${Date.now()}-${Math.random()}`;
  let seen;
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(path.join(lock, 'owner'), `${process.pid} ${os.hostname()} ${mark}`);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = ownerOf(lock);
    if (owner === null) continue;
    if (seen?.mark !== owner.mark || seen.mtimeMs !== owner.mtimeMs) {
      if (!seen) onWait();
      seen = { ...owner, since: performance.now() };
    }
    if (isDead(owner) || performance.now() - seen.since > patience) takeAway(lock, owner);
    else await sleep(Math.min(200, patience / 2));
  }
  const alive = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(lock, now, now);
    } catch {
      // taken away by somebody who believed this process dead
    }
  }, SIGN_OF_LIFE_MS);
  try {
    return await work();
  } finally {
    clearInterval(alive);
    if (ownerOf(lock)?.mark === mark) rmSync(lock, { recursive: true, force: true });
  }
}

/** Installs when it is needed, once for however many commands were started at the same time. `fetch` for tests. */
export async function install(folder = root, fetch = fetchPackages) {
  if (!needsInstall(folder)) return;
  const wait = () => say('waiting for another command that installs packages');
  await alone(
    path.join(folder, installLock),
    async () => {
      if (!needsInstall(folder)) return;
      say('installing packages (npm ci), this takes a minute the first time');
      await fetch(folder);
      writeFileSync(path.join(folder, installedStamp), hashOf(path.join(folder, 'package-lock.json')));
    },
    { onWait: wait },
  );
}

const fetchPackages = (folder) => run(...npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']), folder);

/** npm as a Node program where we know where it is, so that no shell is needed. */
function npm(args) {
  const program = process.env['npm_execpath'];
  return program && /\.c?js$/.test(program) ? [process.execPath, [program, ...args]] : ['npm', args];
}

/** Names and contents of all sources, those of the console when absent, as one text that changes when one of them does. */
export function sourcesHash(folder = root, sources = consoleSources) {
  const sum = createHash('sha256');
  const visit = (name) => {
    const at = path.join(folder, name);
    if (!existsSync(at)) return;
    if (statSync(at).isDirectory()) {
      for (const entry of readdirSync(at).sort()) visit(`${name}/${entry}`);
    } else if (!/\.test\.tsx?$/.test(name)) {
      sum.update(name).update('\0').update(readFileSync(at)).update('\0');
    }
  };
  for (const source of sources) visit(source);
  return sum.digest('hex');
}

export const needsBuild = (folder = root) =>
  !existsSync(path.join(folder, 'dist/console/index.html')) || readIfThere(path.join(folder, builtStamp)) !== sourcesHash(folder);

export const catalogueHash = (folder = root) => sourcesHash(folder, catalogueSources);
export const visualiserHash = (folder = root) => sourcesHash(folder, visualiserSources);

const isOutdated = (folder, files, stamp, hash) =>
  files.some((file) => !existsSync(path.join(folder, file))) || readIfThere(path.join(folder, stamp)) !== hash(folder);

export const needsCatalogue = (folder = root) => isOutdated(folder, catalogueFiles, catalogueStamp, catalogueHash);
export const needsVisualiser = (folder = root) => isOutdated(folder, visualiserFiles, visualiserStamp, visualiserHash);

/** Builds what is missing or older than its sources: the console and, unless nobody will be served it, the visualiser. */
export async function buildPages(folder = root, { withVisualiser = true } = {}) {
  await buildConsole(folder);
  if (withVisualiser) await buildVisualiser(folder);
}

/** What a first sign-in need not wait for: smaller files of the console, and the catalogue of the contracts. */
export async function completePages(folder = root) {
  await compressConsole(folder);
  await buildCatalogue(folder);
}

/** Everything. */
export async function build(folder = root) {
  await buildPages(folder);
  await completePages(folder);
}

/** True when the console as it is built now lacks its compressed files. */
export const needsCompression = (folder = root) =>
  readIfThere(path.join(folder, compressedStamp)) !== readIfThere(path.join(folder, builtStamp));

async function compressConsole(folder) {
  if (!needsCompression(folder)) return;
  const hash = readIfThere(path.join(folder, builtStamp));
  await run(process.execPath, ['tools/compress.mjs', 'dist/console'], folder);
  writeFileSync(path.join(folder, compressedStamp), hash);
}

async function buildCatalogue(folder) {
  if (!needsCatalogue(folder)) return;
  say('building the catalogue of the contracts');
  const hash = catalogueHash(folder);
  await run(process.execPath, ['--import', 'tsx', 'tools/contracts.ts', 'docs'], folder);
  writeFileSync(path.join(folder, catalogueStamp), hash);
}

export async function buildVisualiser(folder = root) {
  if (!needsVisualiser(folder)) return;
  say('building the visualiser');
  const hash = visualiserHash(folder);
  await run(process.execPath, ['--import', 'tsx', 'tools/visualiser.ts', 'build'], folder);
  writeFileSync(path.join(folder, visualiserStamp), hash);
}

async function buildConsole(folder) {
  if (!needsBuild(folder)) return;
  say('building the console');
  const hash = sourcesHash(folder);
  await run(process.execPath, ['node_modules/@rsbuild/core/bin/rsbuild.js', 'build', '--log-level', 'warn'], folder, {
    NODE_ENV: 'production',
  });
  mkdirSync(path.join(folder, 'dist'), { recursive: true });
  writeFileSync(path.join(folder, builtStamp), hash);
}

/** Runs a program to its end; its output goes where ours goes, on standard error. */
export function run(command, args, cwd = root, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32' && command === 'npm',
    });
    child.once('error', (error) => reject(new Stop(`${command} could not be run: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(undefined);
      else reject(new Stop(`${[path.basename(command), ...args].join(' ')} ended with ${signal ?? `exit code ${code}`}.`));
    });
  });
}

/** Runs a tool; a `Stop` is shown without its stack. */
export async function guarded(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(error instanceof Stop ? `✖ ${error.message}\n` : `${error?.stack ?? error}\n`);
    process.exitCode = 1;
  }
}
