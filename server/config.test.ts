import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const read = (env: NodeJS.ProcessEnv) => readConfig(env, '/srv/console');

const KEY = Buffer.alloc(32, '*').toString('base64');
const SECRETS_KEYS = `main:${KEY}`;

describe('the settings of the server', () => {
  it('do not allow moving the clock of the simulated channel in production', () => {
    expect(read({ SANDBOX_CONTROL: '1' }).sandbox.control).toBe(true);
    expect(() => read({ SANDBOX_CONTROL: '1', NODE_ENV: 'production' })).toThrow('SANDBOX_CONTROL');
    expect(read({ NODE_ENV: 'production' }).sandbox).toEqual({
      seed: '20261120',
      speed: 1,
      faults: true,
      control: false,
      isOffered: false,
      tokens: false,
    });
    expect(read({}).sandbox.tokens).toBe(true);
  });

  it('offer the simulated channel in production only on request', () => {
    expect(read({}).sandbox.isOffered).toBe(true);
    expect(read({ SANDBOX: 'off' }).sandbox.isOffered).toBe(false);
    expect(read({ NODE_ENV: 'production', SANDBOX: 'on' }).sandbox.isOffered).toBe(true);
  });

  it('take one secret of the sites, or two while they change it, and never repeat it', () => {
    const [one, two] = ['a'.repeat(32), 'b'.repeat(40)];
    expect([read({}).siteSecrets, read({ SITES_SECRET: one }).siteSecrets]).toEqual([[], [one]]);
    expect(read({ SITES_SECRET: `${one}, ${two}` }).siteSecrets).toEqual([one, two]);
    for (const SITES_SECRET of ['short', `${one},`, `${one},${two},${one}`, `${'a b'.repeat(20)}`])
      expect(() => read({ SITES_SECRET })).toThrow(
        /^SITES_SECRET must be one secret of 32 to 200 characters without spaces, or two separated by a comma\.$/,
      );
  });

  describe('for Meta', () => {
    const META_APP_SECRET = '0123456789abcdef0123456789abcdef';
    const given = { META_APP_ID: '1234567890', META_APP_SECRET, PUBLIC_URL: 'https://ads.example.com' };

    it('connect with it when the app and the public address are given', () => {
      expect(read({}).meta).toBeUndefined();
      expect(read(given).meta).toEqual({
        appId: '1234567890',
        appSecret: META_APP_SECRET,
        publicUrl: 'https://ads.example.com',
        configId: undefined,
        version: 'v26.0',
        graphUrl: 'https://graph.facebook.com',
        videoUrl: 'https://graph-video.facebook.com',
        dialogUrl: 'https://www.facebook.com',
        purchaseAction: 'pixel',
      });
    });

    it.each([
      ['META_APP_SECRET', { META_APP_SECRET: '' }],
      ['META_APP_ID', { META_APP_ID: '' }],
      ['META_APP_ID', { META_APP_ID: 'my app' }],
      ['META_APP_SECRET', { META_APP_SECRET: 'short' }],
      ['PUBLIC_URL', { PUBLIC_URL: '' }],
      ['PUBLIC_URL', { PUBLIC_URL: 'http://ads.example.com' }],
      ['META_API_VERSION', { META_API_VERSION: 'v24.0' }],
      ['META_API_VERSION', { META_API_VERSION: 'latest' }],
      ['META_CONFIG_ID', { META_CONFIG_ID: 'mine' }],
      ['META_WEBHOOK_VERIFY_TOKEN', { META_WEBHOOK_VERIFY_TOKEN: 'short' }],
      ['META_PURCHASE_ACTION', { META_PURCHASE_ACTION: 'both' }],
      ['META_GRAPH_URL', { META_GRAPH_URL: 'https://graph.example.com' }],
      ['META_GRAPH_URL', { META_GRAPH_URL: 'http://127.0.0.1:9000', NODE_ENV: 'production' }],
    ])('are refused with %s in %j, and never repeat the secret', (variable, wrong) => {
      const attempt = () => read({ ...given, ...wrong });
      expect(attempt).toThrow(new RegExp(`^${variable} (?!.*${META_APP_SECRET})`));
    });

    it('may lead to this machine outside of production', () => {
      expect(read({ ...given, META_GRAPH_URL: 'http://127.0.0.1:9000' }).meta?.graphUrl).toBe('http://127.0.0.1:9000');
    });
  });

  it.each(['0', '241', 'fast'])('refuse the speed %s of the simulated channel', (speed) => {
    expect(() => read({ SANDBOX_SPEED: speed })).toThrow('SANDBOX_SPEED');
  });

  it('default to this machine only, port 8080 and the embedded database with demo data', () => {
    expect(read({})).toMatchObject({ port: 8080, host: '127.0.0.1', dataDir: '/srv/console/.data', databaseUrl: undefined, seed: 'demo' });
  });

  it('add the demo company to a given database only on request', () => {
    const given = { DATABASE_URL: 'postgres://u:p@db:5432/ads', SECRETS_KEYS };
    expect(read(given).seed).toBe('none');
    expect(read({ ...given, SEED: 'demo' }).seed).toBe('demo');
  });

  it('keep the demo company and test tokens out of production and given databases', () => {
    const given = { DATABASE_URL: 'postgres://u:p@db:5432/ads', SECRETS_KEYS };
    expect(read({ NODE_ENV: 'production' }).seed).toBe('none');
    expect(() => read({ NODE_ENV: 'production', SEED: 'demo' })).toThrow(/^SEED must not be demo/);
    expect(read(given).sandbox.tokens).toBe(false);
  });

  it('accept addresses, networks and names of ranges as proxies', () => {
    const TRUST_PROXY = ' 10.0.0.0/8, ::1/128,loopback ';
    expect(read({ TRUST_PROXY }).app.trustProxy).toEqual(['10.0.0.0/8', '::1/128', 'loopback']);
    for (const wrong of ['banana', '10.0.0.0/33', '10.0.0', '1.2.3.4/'])
      expect(() => read({ TRUST_PROXY: `loopback,${wrong}` })).toThrow(`"${wrong}" is none`);
  });

  it('require a vault key with a given database, and accept several for a rotation', () => {
    const DATABASE_URL = 'postgres://u:p@db:5432/ads';
    expect(() => read({ DATABASE_URL })).toThrow('SECRETS_KEYS');
    expect(read({}).vaultKeys).toBeUndefined();
    const ids = read({ SECRETS_KEYS: `new:${KEY}, ${SECRETS_KEYS}` }).vaultKeys?.map(({ id }) => id);
    expect(ids).toEqual(['new', 'main']);
  });

  it.each(['main', 'main:short', `:${KEY}`, `MAIN:${KEY}`, `main:${KEY},`])('never repeat an invalid key: number %#', (keys) => {
    expect(() => read({ SECRETS_KEYS: keys })).toThrow(/^SECRETS_KEYS (?!.*KioqK)/);
  });

  it('keep the public address of the console as its origin', () => {
    expect(read({}).publicUrl).toBeUndefined();
    expect(read({ PUBLIC_URL: ' https://Ads.example.com:8443/ ' }).publicUrl).toBe('https://ads.example.com:8443');
  });

  it.each([
    'ads.example.com',
    'ftp://ads.example.com',
    'https://ads.example.com/console',
    'https://u:p@ads.example.com',
    'https://a.example/?x=1',
  ])('refuse the public address %s', (address) => {
    expect(() => read({ PUBLIC_URL: address })).toThrow(/^PUBLIC_URL must be the address of the console without a path/);
  });

  it('serve the visualiser only on request', () => {
    expect(read({}).visualiser).toBe(false);
    expect(read({ VISUALISER: '0' }).visualiser).toBe(false);
    expect(read({ VISUALISER: '1' }).visualiser).toBe(true);
  });

  it('treat an empty variable as absent', () => {
    expect(read({ PORT: '', HOST: '', DATA_DIR: '', DATABASE_URL: '', SEED: '', VISUALISER: '' })).toEqual(read({}));
  });

  it.each([
    [{ PORT: 'http' }, /^PORT must be a number from 0 to 65535/],
    [{ PORT: '70000' }, /^PORT must be a number/],
    [{ PORT: '-1' }, /^PORT must be a number/],
    [{ SEED: 'bench' }, /^SEED must be one of demo, none/],
    [{ TRUST_PROXY: 'banana' }, /^TRUST_PROXY must be addresses or networks/],
    [{ VISUALISER: 'yes' }, /^VISUALISER must be one of 0, 1/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    [{ DATABASE_URL: 'mysql://u:p@h/d' }, /^DATABASE_URL must be an address/],
    [{ DATABASE_DIRECT_URL: 'db' }, /^DATABASE_DIRECT_URL must be an address/],
  ])('refuse %o by name', (env, message) => {
    expect(() => read(env as NodeJS.ProcessEnv)).toThrow(message);
  });

  it('never repeat the password of a database address', () => {
    let message = '';
    try {
      read({ DATABASE_URL: 'mysql://u:hunter2@h/d' });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain('DATABASE_URL');
    expect(message).not.toContain('hunter2');
  });
});
