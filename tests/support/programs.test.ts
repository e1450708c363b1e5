import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sampled } from './depth.ts';
import { argumentsOf } from './programs.ts';

const root = path.resolve(import.meta.dirname, '../..');

function run(args: readonly string[]) {
  const env = { ...process.env, PORT: 'no port', DATABASE_URL: 'mysql://a:b@c/d' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

it.each(sampled(['tools/db-migrate.ts', 'server/main.ts'], 2))('%s answers the same as a bundle and from its sources', async (program) => {
  const bundle = await argumentsOf(program);
  expect(bundle).toEqual([expect.stringMatching(/\.mjs$/)]);
  const bundled = run(bundle);
  expect(bundled).toEqual(run(['--import', 'tsx', program]));
  expect(bundled.status).toBe(1);
  expect(bundled.stderr).toMatch(/PORT|DATABASE_URL/);
});

it('runs other programs from their sources', async () => {
  expect(await argumentsOf('tools/machines.ts')).toEqual(['--import', 'tsx', 'tools/machines.ts']);
});
