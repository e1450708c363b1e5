// Plain JavaScript without packages: the test command uses it before anything is installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The headless shell of Chromium, in which a page of a new visitor costs half as much. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const names = [...shells, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Browsers that Playwright downloaded for this user, newest first. */
function playwrightBrowsers(env) {
  const caches = [
    env.PLAYWRIGHT_BROWSERS_PATH,
    path.join(os.homedir(), '.cache/ms-playwright'),
    path.join(os.homedir(), 'Library/Caches/ms-playwright'),
  ];
  const inside = [
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
  ];
  return caches.flatMap((cache) => {
    if (!cache || !existsSync(cache)) return [];
    const numberOf = (name) => Number(name.split('-')[1]);
    const builds = readdirSync(cache).filter((name) => /^chromium(?:_headless_shell)?-\d+$/.test(name));
    builds.sort((a, b) => numberOf(b) - numberOf(a));
    return builds.flatMap((build) => inside.map((file) => path.join(cache, build, file)));
  });
}

const isShell = (program) => shells.includes(path.basename(program));

/**
 * The program of a Chromium: CHROMIUM, else Playwright's, else an installed one, a headless shell before a full browser; undefined when
 * there is none.
 */
export function findBrowser(env = process.env) {
  if (env.CHROMIUM) return isProgram(env.CHROMIUM) ? env.CHROMIUM : undefined;
  const onPath = (env.PATH ?? '').split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)));
  const found = [...playwrightBrowsers(env), ...onPath, ...places].filter(isProgram);
  return found.find(isShell) ?? found[0];
}

/** Whether a full browser is used although a headless shell would be faster; a browser in CHROMIUM is used as it is. */
export function hasBestBrowser(env = process.env) {
  const found = findBrowser(env);
  return found !== undefined && (Boolean(env.CHROMIUM) || isShell(found));
}

/** Flags for a headless browser: no sandbox for root, no traffic of its own, and no compiled code for a cache that its profiles lack. */
export const browserFlags = [
  '--headless',
  '--v8-cache-options=none',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Finds a browser, or installs Debian's as root. Answers its program, or the one line that says what to do.
 * @returns {{ program: string } | { advice: string }}
 */
export function provideBrowser(say, env = process.env) {
  const found = findBrowser(env);
  if (found) return { program: found };
  if (env.CHROMIUM) return { advice: `CHROMIUM names ${env.CHROMIUM}, which is not a program that can be run.` };
  const isDebian = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
  if (!isDebian || process.getuid?.() !== 0) {
    return {
      advice:
        'No Chromium was found for the browser tests: install one (Debian: apt-get install chromium) or name its program in CHROMIUM.',
    };
  }
  say('installing the Debian package chromium-headless-shell for the browser tests');
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }).status;
  apt('update');
  const packages = ['chromium-headless-shell', 'chromium'];
  // Older releases have only the full browser.
  if (packages.every((name) => apt('install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk') !== 0)) {
    return {
      advice: `apt-get could install neither ${packages.join(' nor ')}: install Chromium by hand, or name its program in CHROMIUM.`,
    };
  }
  const installed = findBrowser(env);
  return installed
    ? { program: installed }
    : { advice: 'A package of Chromium was installed but holds no program that was expected; name it in CHROMIUM.' };
}
