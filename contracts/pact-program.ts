import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

type Resolve = (id: string) => string;

const PACKAGE = '@pact-foundation/pact-cli';

/** Resolves from the folder of the CLI, because the packages of the platforms are installed next to it or below it. */
const besideTheCli: Resolve = (id) => {
  const cli = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  return createRequire(cli).resolve(id);
};

/** The `pact` program of this platform. npm leaves it out where optional packages are left out. */
export function pactBinary(resolve: Resolve = besideTheCli): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${PACKAGE}-${system}-${process.arch}`;
  try {
    return path.join(path.dirname(resolve(`${name}/package.json`)), 'standalone', system === 'windows' ? 'pact.exe' : 'pact');
  } catch {
    throw new Error(
      `The pact program for this machine is not installed: package ${name} is missing. Install with optional packages (npm ci without --omit=optional).`,
    );
  }
}

const PROXY = /^(?:https?|all)_proxy$/i;
const REPORTS = /^OTEL_/;
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

export const isLoopback = ({ hostname }: URL): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** Hosts that are never reached through a proxy, including this machine. */
const exceptions = (env: NodeJS.ProcessEnv): string =>
  [...new Set([...(env['NO_PROXY'] ?? env['no_proxy'] ?? '').split(',').map((host) => host.trim()), ...LOOPBACK])]
    .filter((host) => host !== '')
    .join(',');

/**
 * The environment of the program: it sends no telemetry and reaches `target` through the configured proxy, but this machine directly.
 * Variables that match `own` are left out.
 */
export function pactEnvironment(env: NodeJS.ProcessEnv, target: URL, own: RegExp): NodeJS.ProcessEnv {
  const isLocal = isLoopback(target);
  const kept = Object.entries(env).filter(
    ([name]) => !own.test(name) && !REPORTS.test(name) && !/^no_proxy$/i.test(name) && !(isLocal && PROXY.test(name)),
  );
  return { ...Object.fromEntries(kept), NO_PROXY: exceptions(env), no_proxy: exceptions(env), PACT_DO_NOT_TRACK: 'true' };
}

/** The program loads every root certificate anew for each exchange, which takes longer than the exchange and is in vain without TLS. */
export const withoutCertificates = { SSL_CERT_FILE: os.devNull, SSL_CERT_DIR: os.devNull };
