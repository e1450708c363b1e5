import { isIP } from 'node:net';
import path from 'node:path';
import { GRAPH_VERSION, LIVE_ADDRESSES, type MetaConfig, OLDEST_GRAPH_VERSION } from './channel/meta/config.ts';
import type { SandboxConfig } from './channel/sandbox/config.ts';
import type { VaultKey } from './domain/vault.ts';
import { type AppConfig, readAppConfig } from './http/config.ts';

/** An invalid environment variable; the message names it. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = 'ConfigError';
  }
}

export interface ServerConfig {
  /** 0 picks any free port. */
  port: number;
  host: string;
  /** Absolute path of the folder with the embedded database and the scheduled backups. */
  dataDir: string;
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined;
  /** Absolute path of the folder with stored files; several servers may share it. */
  filesDir: string;
  /** Keys of the vault; the first one seals. Undefined when the key file of the data folder is used. */
  vaultKeys: readonly VaultKey[] | undefined;
  sandbox: SandboxConfig;
  /** Undefined when the server is not connected with Meta. */
  meta: MetaConfig | undefined;
  /** Secrets that the company's own sites sign with; empty where the sites are simulated. */
  siteSecrets: readonly string[];
  /** Whether alerts may be sent to loopback and private addresses, and without TLS. */
  webhooksToPrivate: boolean;
  /** Origin at which people reach the console, such as https://ads.example.com. */
  publicUrl: string | undefined;
  /** Database for migrations and backups when `databaseUrl` is a pooler that shares connections between transactions. */
  directUrl: string | undefined;
  seed: 'demo' | 'none';
  logLevel: string;
  /** Whether the machine drawings are served publicly at `/visualiser/`. */
  visualiser: boolean;
  app: AppConfig;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the environment; throws `ConfigError`. An empty variable counts as absent. */
export function readConfig(env: NodeJS.ProcessEnv, cwd: string = process.cwd()): ServerConfig {
  const databaseUrl = readPostgresUrl(env, 'DATABASE_URL');
  return {
    port: readPort(env['PORT']),
    host: env['HOST']?.trim() || '127.0.0.1',
    dataDir: readDataDir(env, cwd),
    databaseUrl,
    filesDir: path.resolve(cwd, env['FILES_DIR']?.trim() || path.join(readDataDir(env, cwd), 'files')),
    vaultKeys: readVaultKeys(env, databaseUrl !== undefined),
    sandbox: readSandboxConfig(env, databaseUrl !== undefined),
    meta: readMetaConfig(env, readPublicUrl(env)),
    siteSecrets: readSiteSecrets(env),
    webhooksToPrivate: readChoice(env, 'WEBHOOKS_TO_PRIVATE', ['0', '1'], '0') === '1',
    publicUrl: readPublicUrl(env),
    directUrl: readPostgresUrl(env, 'DATABASE_DIRECT_URL'),
    seed: readSeed(env, databaseUrl !== undefined),
    logLevel: readChoice(env, 'LOG_LEVEL', LOG_LEVELS, 'warn'),
    visualiser: readChoice(env, 'VISUALISER', ['0', '1'], '0') === '1',
    app: readAppConfig(env, readProxies(env)),
  };
}

export const readDataDir = (env: NodeJS.ProcessEnv, cwd: string = process.cwd()): string =>
  path.resolve(cwd, env['DATA_DIR']?.trim() || '.data');

function readPort(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return 8080;
  const number = Number(text);
  if (!/^\d+$/.test(text.trim()) || number > 65_535) throw new ConfigError('PORT', `must be a number from 0 to 65535, not "${text}".`);
  return number;
}

/** Messages never repeat the address, because it may contain a password. */
export function readPostgresUrl(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const text = env[variable]?.trim();
  if (!text) return undefined;
  try {
    if (/^postgres(ql)?:$/.test(new URL(text).protocol)) return text;
  } catch {
    // Reported below, like any other invalid address.
  }
  throw new ConfigError(variable, 'must be an address such as postgres://user:password@host:5432/database.');
}

/** The console is served at the root of its host, so only the origin is kept. */
function readPublicUrl(env: NodeJS.ProcessEnv): string | undefined {
  const text = env['PUBLIC_URL']?.trim();
  if (!text) return undefined;
  const { protocol, href, origin } = URL.canParse(text) ? new URL(text) : { protocol: '', href: '', origin: '' };
  if (/^https?:$/.test(protocol) && href === `${origin}/`) return origin;
  throw new ConfigError('PUBLIC_URL', 'must be the address of the console without a path, such as https://ads.example.com.');
}

function readChoice<T extends string>(env: NodeJS.ProcessEnv, variable: string, values: readonly T[], defaultValue: T): T {
  const text = env[variable]?.trim();
  if (!text) return defaultValue;
  const value = values.find((each) => each === text);
  if (value === undefined) throw new ConfigError(variable, `must be one of ${values.join(', ')}, not "${text}".`);
  return value;
}

/** Reads `id:key,id:key` with keys of 32 bytes in Base64. Messages never repeat a key. */
function readVaultKeys(env: NodeJS.ProcessEnv, isShared: boolean): readonly VaultKey[] | undefined {
  const text = env['SECRETS_KEYS']?.trim();
  if (!text) {
    // Servers that share a database must also share the key that sealed its secrets.
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

function readSandboxConfig(env: NodeJS.ProcessEnv, isShared: boolean): SandboxConfig {
  const control = readChoice(env, 'SANDBOX_CONTROL', ['0', '1'], '0') === '1';
  // Moving the clock of the channel changes what campaigns cost.
  if (control && env['NODE_ENV'] === 'production')
    throw new ConfigError('SANDBOX_CONTROL', 'is for tests and refused with NODE_ENV=production.');
  return {
    seed: env['SANDBOX_SEED']?.trim() || '20261120',
    speed: readNumber(env, 'SANDBOX_SPEED', 1, 240),
    faults: readChoice(env, 'SANDBOX_FAULTS', ['on', 'off'], 'on') === 'on',
    control,
    // People of a real company must not mistake it for a network that delivers.
    isOffered: readChoice(env, 'SANDBOX', ['on', 'off'], env['NODE_ENV'] === 'production' ? 'off' : 'on') === 'on',
    tokens: env['NODE_ENV'] !== 'production' && !isShared,
  };
}

/** Two secrets let the sites change from one to the other. Messages never repeat a secret. */
function readSiteSecrets(env: NodeJS.ProcessEnv): string[] {
  const text = env['SITES_SECRET']?.trim();
  if (!text) return [];
  const secrets = text.split(',').map((secret) => secret.trim());
  if (secrets.length > 2 || secrets.some((secret) => !/^[\x21-\x7e]{32,200}$/.test(secret)))
    throw new ConfigError('SITES_SECRET', 'must be one secret of 32 to 200 characters without spaces, or two separated by a comma.');
  return secrets;
}

const META_ADDRESSES = { META_GRAPH_URL: 'graphUrl', META_VIDEO_URL: 'videoUrl', META_DIALOG_URL: 'dialogUrl' } as const;

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** Addresses other than the network's own are for tests, because the tokens of people are sent to them. */
function readMetaAddress(env: NodeJS.ProcessEnv, variable: keyof typeof META_ADDRESSES): string {
  const text = env[variable]?.trim();
  if (!text) return LIVE_ADDRESSES[META_ADDRESSES[variable]];
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (env['NODE_ENV'] === 'production' || address === undefined || !isLoopback(address.hostname))
    throw new ConfigError(variable, 'is for tests: it must be an address of this machine, and is refused with NODE_ENV=production.');
  return address.origin;
}

/** Reads the app that connects this server with Meta; undefined without one. Messages never repeat the secret. */
function readMetaConfig(env: NodeJS.ProcessEnv, publicUrl: string | undefined): MetaConfig | undefined {
  const [appId, appSecret] = [env['META_APP_ID']?.trim(), env['META_APP_SECRET']?.trim()];
  if (!appId && !appSecret) return undefined;
  if (!appId) throw new ConfigError('META_APP_ID', 'must be given with META_APP_SECRET: the number of the app at developers.facebook.com.');
  if (!appSecret)
    throw new ConfigError('META_APP_SECRET', 'must be given with META_APP_ID: the secret of the app at developers.facebook.com.');
  if (!/^\d{5,20}$/.test(appId)) throw new ConfigError('META_APP_ID', `must be the number of the app, not "${appId}".`);
  if (!/^[\x21-\x7e]{16,200}$/.test(appSecret)) throw new ConfigError('META_APP_SECRET', 'must be the secret of the app, without spaces.');
  const dialogUrl = readMetaAddress(env, 'META_DIALOG_URL');
  if (publicUrl === undefined || (publicUrl.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname)))
    throw new ConfigError(
      'PUBLIC_URL',
      'must be given with META_APP_ID: the https address of the console, to which people return from Meta.',
    );
  const version = env['META_API_VERSION']?.trim() || GRAPH_VERSION;
  const [, number = '0'] = /^v(\d{2,3})\.0$/.exec(version) ?? [];
  if (Number(number) < OLDEST_GRAPH_VERSION)
    throw new ConfigError('META_API_VERSION', `must be v${OLDEST_GRAPH_VERSION}.0 or newer, such as ${GRAPH_VERSION}, not "${version}".`);
  const configId = env['META_CONFIG_ID']?.trim() || undefined;
  if (configId !== undefined && !/^\d{5,20}$/.test(configId))
    throw new ConfigError('META_CONFIG_ID', `must be a number, not "${configId}".`);
  const webhookToken = env['META_WEBHOOK_VERIFY_TOKEN']?.trim() || undefined;
  if (webhookToken !== undefined && !/^[\x21-\x7e]{16,200}$/.test(webhookToken))
    throw new ConfigError('META_WEBHOOK_VERIFY_TOKEN', 'must have 16 to 200 characters without spaces; enter the same text at Meta.');
  return {
    appId,
    appSecret,
    publicUrl,
    configId,
    version,
    graphUrl: readMetaAddress(env, 'META_GRAPH_URL'),
    videoUrl: readMetaAddress(env, 'META_VIDEO_URL'),
    dialogUrl,
    webhookToken,
    purchaseAction: readChoice(env, 'META_PURCHASE_ACTION', ['pixel', 'omni'], 'pixel'),
  };
}

/** The passwords of the demo company are public, so it is never added by default to a database that may matter. */
function readSeed(env: NodeJS.ProcessEnv, isShared: boolean): ServerConfig['seed'] {
  const isProduction = env['NODE_ENV'] === 'production';
  const seed = readChoice(env, 'SEED', ['demo', 'none'], isShared || isProduction ? 'none' : 'demo');
  if (seed === 'demo' && isProduction)
    throw new ConfigError('SEED', 'must not be demo with NODE_ENV=production: the passwords of the demo company are public.');
  return seed;
}

/** Names of address ranges that the framework accepts. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Reads comma-separated addresses, networks such as 10.0.0.0/8, or names of ranges. */
function readProxies(env: NodeJS.ProcessEnv): string[] {
  const proxies = (env['TRUST_PROXY'] ?? '').split(',').flatMap((each) => each.trim() || []);
  const invalid = proxies.find((each) => !RANGES.includes(each) && !isNetwork(each));
  if (invalid !== undefined)
    throw new ConfigError('TRUST_PROXY', `must be addresses or networks such as 10.0.0.0/8, separated by commas; "${invalid}" is none.`);
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  return family !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
}

function readNumber(env: NodeJS.ProcessEnv, variable: string, min: number, max: number): number {
  const text = env[variable]?.trim();
  if (!text) return min;
  const number = Number(text);
  if (!(number >= min && number <= max)) throw new ConfigError(variable, `must be a number from ${min} to ${max}, not "${text}".`);
  return number;
}
