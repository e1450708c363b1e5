import { isIP } from 'node:net';
import path from 'node:path';
import type { SandboxConfig } from './channel/sandbox/config.ts';
import type { VaultKey } from './domain/vault.ts';
import { type AppConfig, readAppConfig } from './http/config.ts';

/** A setting in the environment that cannot be used; the message names the variable. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = 'ConfigError';
  }
}

export interface ServerConfig {
  /** 0 means any free one. */
  port: number;
  host: string;
  /** Absolute. Holds the embedded database and the scheduled backups. */
  dataDir: string;
  /** Absent: the embedded database. */
  databaseUrl: string | undefined;
  /** Absolute. Kept files; several servers may share it. */
  filesDir: string;
  /** Keys of the vault, the one that seals first; absent: one kept in the data folder. */
  vaultKeys: readonly VaultKey[] | undefined;
  sandbox: SandboxConfig;
  /** Where migrations and backups go when `databaseUrl` is a pooler that shares connections between transactions. */
  directUrl: string | undefined;
  seed: 'demo' | 'none';
  logLevel: string;
  /** Whether the drawings of the machines are served, to everybody, at `/visualiser/`. */
  visualiser: boolean;
  app: AppConfig;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the environment; throws `ConfigError`. An empty variable counts as absent. */
export function readConfig(env: NodeJS.ProcessEnv, cwd: string = process.cwd()): ServerConfig {
  const databaseUrl = postgresUrl(env, 'DATABASE_URL');
  return {
    port: port(env['PORT']),
    host: env['HOST']?.trim() || '127.0.0.1',
    dataDir: dataDirOf(env, cwd),
    databaseUrl,
    filesDir: path.resolve(cwd, env['FILES_DIR']?.trim() || path.join(dataDirOf(env, cwd), 'files')),
    vaultKeys: vaultKeysOf(env, databaseUrl !== undefined),
    sandbox: sandboxOf(env, databaseUrl !== undefined),
    directUrl: postgresUrl(env, 'DATABASE_DIRECT_URL'),
    seed: seedOf(env, databaseUrl !== undefined),
    logLevel: oneOf(env, 'LOG_LEVEL', LEVELS, 'warn'),
    visualiser: oneOf(env, 'VISUALISER', ['0', '1'], '0') === '1',
    app: readAppConfig(env, proxiesOf(env)),
  };
}

export const dataDirOf = (env: NodeJS.ProcessEnv, cwd: string = process.cwd()): string =>
  path.resolve(cwd, env['DATA_DIR']?.trim() || '.data');

function port(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return 8080;
  const number = Number(text);
  if (!/^\d+$/.test(text.trim()) || number > 65_535) throw new ConfigError('PORT', `must be a number from 0 to 65535, not "${text}".`);
  return number;
}

/** The address is never repeated in the message: it may hold a password. */
export function postgresUrl(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const text = env[variable]?.trim();
  if (!text) return undefined;
  try {
    if (/^postgres(ql)?:$/.test(new URL(text).protocol)) return text;
  } catch {
    // Said below, like any other address that is none.
  }
  throw new ConfigError(variable, 'must be an address such as postgres://user:password@host:5432/database.');
}

function oneOf<T extends string>(env: NodeJS.ProcessEnv, variable: string, values: readonly T[], otherwise: T): T {
  const text = env[variable]?.trim();
  if (!text) return otherwise;
  const value = values.find((each) => each === text);
  if (value === undefined) throw new ConfigError(variable, `must be one of ${values.join(', ')}, not "${text}".`);
  return value;
}

/** `id:key,id:key`, keys as Base64 of 32 bytes. Never repeated in a message. */
function vaultKeysOf(env: NodeJS.ProcessEnv, isShared: boolean): readonly VaultKey[] | undefined {
  const text = env['SECRETS_KEYS']?.trim();
  if (!text) {
    // Whoever shares a database shares the key to what is sealed in it.
    if (isShared)
      throw new ConfigError(
        'SECRETS_KEYS',
        'must be given with DATABASE_URL, such as main:<32 bytes as Base64>. npm run secrets:key makes one.',
      );
    return undefined;
  }
  return text.split(',').map((each, index) => {
    const [, id = '', key = ''] = /^\s*([a-z0-9_-]{1,16}):([A-Za-z0-9+/_=-]+)\s*$/.exec(each) ?? [];
    const bytes = Buffer.from(key, 'base64');
    if (id === '' || bytes.length !== 32) {
      throw new ConfigError(
        'SECRETS_KEYS',
        `must be keys such as main:<32 bytes as Base64>, separated by commas; number ${index + 1} is not.`,
      );
    }
    return { id, key: bytes };
  });
}

function sandboxOf(env: NodeJS.ProcessEnv, isShared: boolean): SandboxConfig {
  const control = oneOf(env, 'SANDBOX_CONTROL', ['0', '1'], '0') === '1';
  // Whoever could move its clock could move what campaigns cost.
  if (control && env['NODE_ENV'] === 'production')
    throw new ConfigError('SANDBOX_CONTROL', 'is for tests and refused with NODE_ENV=production.');
  return {
    seed: env['SANDBOX_SEED']?.trim() || '20261120',
    speed: numberOf(env, 'SANDBOX_SPEED', 1, 240),
    faults: oneOf(env, 'SANDBOX_FAULTS', ['on', 'off'], 'on') === 'on',
    control,
    tokens: env['NODE_ENV'] !== 'production' && !isShared,
  };
}

/** The demo company has public passwords, so it never comes by itself into a database that may matter. */
function seedOf(env: NodeJS.ProcessEnv, isShared: boolean): ServerConfig['seed'] {
  const isProduction = env['NODE_ENV'] === 'production';
  const seed = oneOf(env, 'SEED', ['demo', 'none'], isShared || isProduction ? 'none' : 'demo');
  if (seed === 'demo' && isProduction)
    throw new ConfigError('SEED', 'must not be demo with NODE_ENV=production: the passwords of the demo company are public.');
  return seed;
}

/** Names of address ranges that the framework knows. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Comma separated addresses, networks such as 10.0.0.0/8, or names of ranges. */
function proxiesOf(env: NodeJS.ProcessEnv): string[] {
  const proxies = (env['TRUST_PROXY'] ?? '').split(',').flatMap((each) => each.trim() || []);
  const wrong = proxies.find((each) => !RANGES.includes(each) && !isNetwork(each));
  if (wrong !== undefined)
    throw new ConfigError('TRUST_PROXY', `must be addresses or networks such as 10.0.0.0/8, separated by commas; "${wrong}" is none.`);
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  return family !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
}

function numberOf(env: NodeJS.ProcessEnv, variable: string, least: number, most: number): number {
  const text = env[variable]?.trim();
  if (!text) return least;
  const number = Number(text);
  if (!(number >= least && number <= most)) throw new ConfigError(variable, `must be a number from ${least} to ${most}, not "${text}".`);
  return number;
}
