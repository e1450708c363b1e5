import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRunningDatabase } from '#server/database/embedded/embedded-postgres.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { deep, sampled } from '#tests/support/depth.ts';
import { argumentsOf } from '#tests/support/programs.ts';
import { callApi, type ServerProcess, signIn, spawnServer } from '#tests/support/server-process.ts';
import { root } from './prepare.mjs';

interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command as its npm script does. */
async function command(name: string, args: string[], env: Record<string, string>): Promise<Ran> {
  const inherited: NodeJS.ProcessEnv = { ...process.env };
  for (const variable of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATA_DIR']) delete inherited[variable];
  const program = await argumentsOf(`tools/${name}.ts`);
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: root,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ran: Ran = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (ran.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (ran.err += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ran, code }));
  });
}

/** Each case starts its own program, so a usual run has one about options and one about values. */
const mistakes = sampled<[string, string, string[], RegExp]>(
  [
    ['a missing option', 'user-create', ['--account', 'x_y_z'], /--name is missing/],
    [
      'a level that does not exist',
      'user-create',
      ['--account', 'x_y_z', '--name', 'x', '--is-admin', '2'],
      /--is-admin must be one of 0, 1, 9/,
    ],
    ['an unknown option', 'user-reset', ['--acount', 'x'], /--acount/],
    ['a file that does not exist', 'db-restore', ['--file', '/nowhere/x.gz'], /no file \/nowhere\/x\.gz/],
    ['a day that is none', 'db-seed', ['--as-of', 'yesterday'], /--as-of must be a day/],
    ['a set that is none', 'db-seed', ['--set', 'tiny'], /no set called tiny/],
    ['a scale that is none', 'db-seed', ['--set', 'bench', '--scale', '2'], /--scale must be/],
    ['a scale of the demo company', 'db-seed', ['--scale', '1'], /--scale is for the set bench/],
  ],
  4,
);

describe('the commands for the database and its accounts', { timeout: 180_000 }, () => {
  let dataDir: string;
  let server: ServerProcess | undefined;
  const onFolder = (name: string, ...args: string[]) => command(name, args, { DATA_DIR: dataDir });
  /** The demo company takes half a minute; the first start of a server fills it in too. */
  const set = deep(['--set', 'bench', '--scale', '0.0001'], ['--set', 'demo']);
  const accounts = async (url: string, token: string) => {
    const { code, data } = await callApi(url, '/sys-users/list', {}, token);
    expect(code).toBe(0);
    return data['total'];
  };

  beforeAll(() => {
    dataDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-commands-')));
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('work on the embedded database while no server runs, and end it again', async () => {
    expect(await onFolder('db-migrate')).toMatchObject({ code: 0, err: expect.stringContaining('now up to date') });
    expect(await onFolder('db-seed', ...set)).toMatchObject({ code: 0 });
    expect(await onFolder('db-seed', ...set)).toMatchObject({ code: 1, err: expect.stringContaining('nothing was changed') });
    expect(findRunningDatabase(dataDir)).toBeUndefined();
  });

  it('make keys for secrets, and seal what is kept with the first of them', async () => {
    const { out } = await command('secrets-key', ['--id', 'fresh'], {});
    expect(out).toMatch(/^fresh:[A-Za-z0-9+/]{43}=\n$/);
    // The first command that needs the key of the folder makes it.
    expect(await onFolder('secrets-rotate')).toMatchObject({ code: 0 });
    const fresh = out.trim();
    const own = `own:${readFileSync(path.join(dataDir, 'secrets.key'), 'utf8').trim()}`;
    const rotate = (SECRETS_KEYS: string) => command('secrets-rotate', [], { DATA_DIR: dataDir, SECRETS_KEYS });
    const all = /([1-9]\d*) of \1 secrets were sealed anew/;
    const rotated = await rotate(`${fresh},${own}`);
    expect(rotated).toMatchObject({ code: 0, err: expect.stringMatching(all) });
    for (const key of [fresh, own]) expect(`${rotated.out}${rotated.err}`).not.toContain(key.split(':')[1]);
    expect(await rotate(fresh)).toMatchObject({ code: 0, err: expect.stringMatching(/▸ 0 of/) });
    expect(await rotate(own)).toMatchObject({ code: 1, err: expect.stringContaining('"fresh"') });
    // Restored, because the next server knows only its own key.
    expect(await rotate(`${own},${fresh}`)).toMatchObject({ code: 0, err: expect.stringMatching(all) });
  });

  it('make a super admin and reset it while the server runs', async () => {
    server = await spawnServer({ DATA_DIR: dataDir, SECRETS_KEYS: '' });
    const made = await onFolder('user-create', '--account', 'boss_x', '--name', '老板', '--is-admin', '9');
    expect(made.code).toBe(0);
    const token = await signIn(server.url, 'boss_x', made.out.trim());
    const reset = await onFolder('user-reset', '--account', 'boss_x');
    expect(reset.code).toBe(0);
    expect(reset.out).not.toBe(made.out);
    const { code } = await callApi(server.url, '/admin-crons/list', {}, token);
    expect(code).toBe(401);
    await signIn(server.url, 'boss_x', reset.out.trim());
  });

  it('back up and restore while the server runs, and it goes on with what was restored', async () => {
    const { url } = server ?? (await spawnServer({ DATA_DIR: dataDir, SECRETS_KEYS: '' }));
    const token = await signIn(url, 'admin', 'Demo@2026');
    const before = await accounts(url, token);
    const backup = await onFolder('db-backup');
    expect(backup.code).toBe(0);
    const file = backup.out.trim();
    expect(readdirSync(path.join(dataDir, 'backups'))).toEqual([path.basename(file)]);
    const extra = await onFolder('user-create', '--account', 'too_late', '--name', '晚', '--is-admin', '1');
    expect(extra.code).toBe(0);
    expect(await accounts(url, token)).toBe(Number(before) + 1);
    expect(await onFolder('db-restore', '--file', file)).toMatchObject({ code: 1, err: expect.stringContaining('add --yes') });
    expect(await accounts(url, token)).toBe(Number(before) + 1);
    expect(await onFolder('db-restore', '--file', file, '--yes')).toMatchObject({ code: 0, err: expect.stringContaining('restored') });
    expect(await accounts(url, token)).toBe(before);
  });

  it('work on a given database, and take a backup from one to another', async () => {
    const target = await createTestDatabase();
    try {
      const env = { DATABASE_URL: target.url, DATA_DIR: dataDir };
      const [file] = readdirSync(path.join(dataDir, 'backups'));
      expect(await command('db-restore', ['--file', path.join(dataDir, 'backups', file ?? '')], env)).toMatchObject({ code: 0 });
      expect(await target.db.selectFrom('sys_user').select('account').where('account', '=', 'boss_x').execute()).toHaveLength(1);
      expect((await command('user-create', ['--account', 'other_x', '--name', 'x', '--is-admin', '1'], env)).code).toBe(0);
      expect(await target.db.selectFrom('sys_user').select('account').where('account', '=', 'other_x').execute()).toHaveLength(1);
    } finally {
      await target.close();
    }
  });

  it.each(mistakes)('say in words what is wrong: %s', async (_, name, args, message) => {
    const { code, err } = await onFolder(name, ...args);
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^ +at /m);
  });

  it('name the variable of a wrong address without repeating it', async () => {
    const { code, err } = await command('db-migrate', [], { DATABASE_URL: 'mysql://u:hunter2@h/d' });
    expect(code).toBe(1);
    expect(err).toMatch(/DATABASE_URL must be an address/);
    expect(err).not.toContain('hunter2');
  });
});
