import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const PROGRAM = new URL('../../tests/support/stuck.process.ts', import.meta.url).pathname;

function runStuck(endAfter: number, how = 'stuck') {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, String(endAfter), how], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const reported = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('has not reacted')) resolve();
    });
  });
  const ended = new Promise<string | number>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code ?? -1)));
  return { child, reported, ended, said: () => said };
}

describe('the watchdog', () => {
  it('reports a thread that no longer reacts and ends its process', async () => {
    const stuck = runStuck(6);
    expect(await stuck.ended).toBe('SIGKILL');
    expect(stuck.said()).toContain('is stuck and ends');
  });

  it('ignores a thread that reacts, whether or not it may end the process', async () => {
    expect(await runStuck(0, 'lively').ended).toBe(0);
  });

  it('only reports when it may not end the process', async () => {
    const stuck = runStuck(0);
    await stuck.reported;
    expect(stuck.child.exitCode ?? stuck.child.signalCode).toBeNull();
    stuck.child.kill('SIGKILL');
    await stuck.ended;
    expect(stuck.said()).not.toContain('is stuck and ends');
  });
});
