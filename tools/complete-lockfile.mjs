// npm run lockfile: adds the programs of other platforms to the lockfile. A registry that holds only the packages of
// one platform makes npm leave the others out, and then `npm ci` refuses the lockfile on every machine.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const systems = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
  linux: 'linux',
  linuxmusl: 'linux',
  win32: 'win32',
  windows: 'win32',
};
const processors = {
  x64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  loongarch64: 'loong64',
  mips64el: 'mips64el',
  mips64: 'mips64',
  wasm32: 'wasm32',
};
const libraries = { musl: 'musl', musleabihf: 'musl', linuxmusl: 'musl', gnu: 'glibc', glibc: 'glibc', gnueabihf: 'glibc' };

const pick = (words, table) =>
  words
    .map((word) => table[word])
    .filter((found) => found !== undefined)
    .slice(0, 1);

/** The properties of a package of one platform, read from its name; undefined when the name has none. */
export function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-_]/);
  const os = pick(words, systems);
  const cpu = pick(words, processors);
  const libc = pick(words, libraries);
  if (os.length === 0 && cpu.length === 0) return undefined;
  return {
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(os.length > 0 ? { os } : {}),
    ...(os[0] === 'linux' && libc.length > 0 ? { libc } : {}),
  };
}

/** The packages that are missing in the lockfile: `[place, entry]`. */
export function missingFrom(lockfile) {
  const { packages } = lockfile;
  const missing = [];
  for (const [place, parent] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
      if (place === '' || isThere(packages, place, name)) continue;
      const platform = platformOf(name);
      const version = /^[\^~]?(\d+\.\d+\.\d+\S*)$/.exec(range)?.[1];
      if (platform === undefined || version === undefined) continue;
      missing.push([
        `node_modules/${name}`,
        { version, ...(parent.dev ? { dev: true } : {}), license: parent.license, optional: true, ...platform },
      ]);
    }
  }
  return missing;
}

/** Node looks next to the package and then in every folder above it. */
function isThere(packages, place, name) {
  for (let at = place; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    if (packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`] !== undefined) return true;
    if (at === '') return false;
  }
}

/** The complete lockfile, in npm's own order. */
export function completed(lockfile) {
  const packages = { ...lockfile.packages, ...Object.fromEntries(missingFrom(lockfile)) };
  const ordered = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  return { ...lockfile, packages: ordered };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.resolve(path.dirname(process.argv[1]), '../package-lock.json');
  const lockfile = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingFrom(lockfile);
  if (process.argv.includes('--check')) {
    for (const [place] of missing) process.stderr.write(`missing from package-lock.json: ${place}\n`);
    process.exitCode = missing.length > 0 ? 1 : 0;
  } else {
    writeFileSync(file, `${JSON.stringify(completed(lockfile), null, 2)}\n`);
    process.stderr.write(`${missing.length} packages of other platforms added\n`);
  }
}
