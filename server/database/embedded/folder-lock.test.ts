import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUseError, findOwner, lockFolder } from './folder-lock.ts';
import { readIdentity } from './process-identity.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const writeOwner = (entry: unknown) => {
    mkdirSync(path.join(folder, 'lock'));
    writeFileSync(path.join(folder, 'lock', 'owner-000000007.json'), typeof entry === 'string' ? entry : JSON.stringify(entry));
  };
  const endedPid = () => spawnSync(process.execPath, ['-e', '']).pid;

  it('refuses a second owner and names the folder, process and purpose', () => {
    lockFolder(folder, 'server');
    expect(() => lockFolder(folder, 'backup')).toThrow(FolderInUseError);
    expect(() => lockFolder(folder, 'backup')).toThrow(new RegExp(`${folder} is in use by process ${process.pid} \\(server`));
  });

  it('is free after its release', () => {
    lockFolder(folder, 'server').release();
    expect(findOwner(folder)).toBeUndefined();
    expect(() => lockFolder(folder, 'backup')).not.toThrow();
  });

  it("publishes the port of the owner's database", () => {
    lockFolder(folder, 'server').publishPort(5544);
    expect(findOwner(folder)).toMatchObject({ pid: process.pid, databasePort: 5544 });
  });

  it('is taken over from a dead owner', () => {
    writeOwner({ pid: endedPid(), identity: 'gone', purpose: 'server', since: '' });
    lockFolder(folder, 'server');
    expect(findOwner(folder)?.pid).toBe(process.pid);
  });

  it("is taken over when the dead owner's process id was reused", () => {
    writeOwner({ pid: process.pid, identity: 'an earlier life', purpose: 'server', since: '' });
    expect(findOwner(folder)).toBeUndefined();
    expect(() => lockFolder(folder, 'server')).not.toThrow();
  });

  it('is taken over from a file cut off by a power failure', () => {
    writeOwner('{"pid":');
    expect(() => lockFolder(folder, 'server')).not.toThrow();
  });

  it('keeps a single file across many owners', () => {
    for (let round = 0; round < 5; round += 1) lockFolder(folder, 'server').release();
    expect(readdirSync(path.join(folder, 'lock'))).toHaveLength(1);
  });

  it('goes to exactly one of several processes that find the same dead owner', async () => {
    writeOwner({ pid: endedPid(), identity: 'gone', purpose: 'server', since: '' });
    const module = path.join(path.dirname(fileURLToPath(import.meta.url)), 'folder-lock.ts');
    const script = `import(${JSON.stringify(module)}).then(({ lockFolder }) => {
      try { lockFolder(process.argv[1], 'server'); console.log('won'); } catch { console.log('lost'); }
      process.stdin.resume();
    });`;
    const racers = Array.from({ length: 5 }, () =>
      spawn(process.execPath, ['--import', 'tsx', '-e', script, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const results = await Promise.all(
      racers.map((racer) => new Promise<string>((resolve) => racer.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim())))),
    );
    // The processes live until all have answered; otherwise a winner that ended early could rightly be followed by another.
    for (const racer of racers) racer.stdin.end();
    expect(results.filter((result) => result === 'won')).toHaveLength(1);
    expect(results.filter((result) => result === 'lost')).toHaveLength(4);
  });
});

describe('the identity of a process', () => {
  it('does not change', () => {
    expect(readIdentity(process.pid)).toBeTruthy();
    expect(readIdentity(process.pid)).toBe(readIdentity(process.pid));
  });

  it('is undefined after its end', () => {
    expect(readIdentity(spawnSync(process.execPath, ['-e', '']).pid)).toBeUndefined();
  });
});
