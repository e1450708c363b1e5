import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gates, table } from './gates.ts';
import { root } from './prepare.mjs';

const bin = (program: string) => path.join(root, 'node_modules/.bin', program);

describe('the gates', () => {
  it('have names of their own, programs that exist and a way to mend them', () => {
    expect(gates.length).toBeGreaterThanOrEqual(3);
    expect(new Set(gates.map((gate) => gate.name)).size).toBe(gates.length);
    for (const { name, command, fix } of gates) {
      expect(command[0] === 'node' || existsSync(bin(command[0])), name).toBe(true);
      expect(fix).not.toBe('');
    }
  });

  it('are shown with what failed and how to mend it', () => {
    const [one, other] = [gates.find((gate) => gate.name === 'types'), gates.find((gate) => gate.name === 'lint')];
    if (one === undefined || other === undefined) throw new Error('two gates are needed');
    const shown = table([
      { gate: one, ok: true, seconds: 1.26 },
      { gate: other, ok: false, seconds: 0.1 },
    ]).split('\n');
    expect(shown[0]).toMatch(/^ok {4}types .*1\.3 s$/);
    expect(shown[1]).toContain(`FAIL  ${other.name}`);
    expect(shown[1]).toContain(other.fix);
  });

  it.each([
    ['tsc', ['--noEmit', '--strict'], 'planted.ts', 'export const n: number = "one";\n'],
    ['oxlint', ['--deny-warnings'], 'planted.ts', 'export function f() { debugger; }\n'],
    ['biome', ['format'], 'planted.ts', 'export const   n="one"\n'],
  ])('catch a planted fault: %s', (program, args, name, text) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-gate-'));
    try {
      writeFileSync(path.join(folder, name), text);
      expect(spawnSync(bin(program), [...args, name], { cwd: folder }).status).not.toBe(0);
      writeFileSync(path.join(folder, name), "export const n = 'one';\n".replaceAll("'", program === 'biome' ? '"' : "'"));
      expect(spawnSync(bin(program), [...args, name], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
