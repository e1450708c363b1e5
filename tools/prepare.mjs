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
/** The sources of the console. */
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
/** The sources of the catalogue of the contracts: the page, and the data, which names the places where the console makes its calls. */
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
/** The sources of the visualiser: the page, and the machines it draws. */
const visualiserSources = [
  ...ofEveryPage,
  'visualiser',
  'catalogue/machines',
  'tools/visualiser',
  'tools/visualiser.ts',
  'rsbuild.visualiser.config.ts',
];
const visualiserFiles = ['dist/visualiser/index.html', 'dist/visualiser/gallery.json', 'dist/visualiser/connection.js'];

/** An error whose message is all the reader needs. */
export class Stop extends Error {}

/** Shows the current step on standard error, so that results on standard output stay clean. */
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
  // npm writes its own list after it has read the lockfile, so a manual install is recognised by its time.
  return statSync(written).mtimeMs < statSync(lockfile).mtimeMs;
}

/** Outside node_modules, because npm empties that folder. */
const installLock = '.cache/installing';
/** How often the owner of the lock confirms that it is alive. */
const SIGN_OF_LIFE_MS = 2000;
/**
 * A lock without a confirmation for this long counts as abandoned. The time is measured here, because clocks may be set and computers
 * sleep.
 */
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

/** The owner of the lock; null when it is free. An owner that could not write its name down is unnamed. */
function ownerOf(lock) {
  try {
    const { mtimeMs } = statSync(lock);
    const [pid, host, mark] = readIfThere(path.join(lock, 'owner')).split(' ');
    return { pid: Number(pid), host, mark, mtimeMs };
  } catch {
    return null;
  }
}

/** Whether the owner was killed and will never release the lock. A process on another computer cannot be checked. */
const isDead = ({ pid, host }) => host === os.hostname() && !isRunning(pid);

/** Takes the lock away by renaming it, which only one process can do, and checks what was taken before removing it. */
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
      // another process has it by now
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
    if (seen === undefined || seen.mark !== owner.mark || seen.mtimeMs !== owner.mtimeMs) {
      if (seen === undefined) onWait();
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
      // taken away by a process that considered this one dead
    }
  }, SIGN_OF_LIFE_MS);
  try {
    return await work();
  } finally {
    clearInterval(alive);
    if (ownerOf(lock)?.mark === mark) rmSync(lock, { recursive: true, force: true });
  }
}

/** Installs when needed, only once for any number of commands started at the same time. `fetch` is for tests. */
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

/** Runs npm as a Node program when its path is known, so that no shell is needed. */
function npm(args) {
  const program = process.env['npm_execpath'];
  return program && /\.c?js$/.test(program) ? [process.execPath, [program, ...args]] : ['npm', args];
}

/** The names and contents of all sources, by default those of the console, as one text that changes with any of them. */
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

/** Builds what is missing or outdated: the console and, unless no reader will be served it, the visualiser. */
export async function buildPages(folder = root, { withVisualiser = true } = {}) {
  await buildConsole(folder);
  if (withVisualiser) await buildVisualiser(folder);
}

/** Builds what a first login need not wait for: compressed files of the console, and the catalogue of the contracts. */
export async function completePages(folder = root) {
  await compressConsole(folder);
  await buildCatalogue(folder);
}

const buildLock = '.cache/building';

/**
 * Prepares everything, only once for any number of processes that ask for it at the same time. Most of it works on one core, so what does
 * not need the console is built beside it.
 */
export async function build(folder = root) {
  await alone(path.join(folder, buildLock), () =>
    Promise.all([buildVisualiser(folder), buildConsole(folder).then(() => completePages(folder))]),
  );
}

/** Whether the present build of the console lacks its compressed files. */
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

/** Runs a program to its end, with its output on standard error. */
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
