import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const read = (env: NodeJS.ProcessEnv) => readConfig(env, '/srv/console');

describe('the settings of the server', () => {
  it('need nothing: this machine only, port 8080, the embedded database with the demo set', () => {
    expect(read({})).toMatchObject({ port: 8080, host: '127.0.0.1', dataDir: '/srv/console/.data', databaseUrl: undefined, seed: 'demo' });
  });

  it('put no public demo password into a given database unless asked to', () => {
    const DATABASE_URL = 'postgres://u:p@db:5432/ads';
    expect(read({ DATABASE_URL }).seed).toBe('none');
    expect(read({ DATABASE_URL, SEED: 'demo' }).seed).toBe('demo');
  });

  it('serve the visualiser only when told to', () => {
    expect(read({}).visualiser).toBe(false);
    expect(read({ VISUALISER: '0' }).visualiser).toBe(false);
    expect(read({ VISUALISER: '1' }).visualiser).toBe(true);
  });

  it('treat an empty variable as absent', () => {
    expect(read({ PORT: '', HOST: '', DATA_DIR: '', DATABASE_URL: '', SEED: '', VISUALISER: '' })).toEqual(read({}));
  });

  it.each([
    [{ PORT: 'http' }, /^PORT must be a number/],
    [{ PORT: '70000' }, /^PORT must be a number/],
    [{ PORT: '-1' }, /^PORT must be a number/],
    [{ SEED: 'bench' }, /^SEED must be one of demo, none/],
    [{ VISUALISER: 'yes' }, /^VISUALISER must be one of 0, 1/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    [{ DATABASE_URL: 'mysql://u:p@h/d' }, /^DATABASE_URL must be an address/],
    [{ DATABASE_DIRECT_URL: 'db' }, /^DATABASE_DIRECT_URL must be an address/],
  ])('are refused by name: %o', (env, message) => {
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
