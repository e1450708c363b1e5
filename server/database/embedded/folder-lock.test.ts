import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUse, lockFolder, ownerOf } from './folder-lock.ts';
import { identityOf } from './process-identity.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const leave = (entry: unknown) => {
    mkdirSync(path.join(folder, 'lock'));
    writeFileSync(path.join(folder, 'lock', 'owner-000000007.json'), typeof entry === 'string' ? entry : JSON.stringify(entry));
  };
  const endedPid = () => spawnSync(process.execPath, ['-e', '']).pid;

  it('refuses a second owner, naming folder, process and purpose', () => {
    lockFolder(folder, 'server');
    expect(() => lockFolder(folder, 'backup')).toThrow(FolderInUse);
    expect(() => lockFolder(folder, 'backup')).toThrow(new RegExp(`${folder} is in use by process ${process.pid} \\(server`));
  });

  it('is free after its release', () => {
    lockFolder(folder, 'server').release();
    expect(ownerOf(folder)).toBeUndefined();
    expect(() => lockFolder(folder, 'backup')).not.toThrow();
  });

  it('tells the port of the database of its owner', () => {
    lockFolder(folder, 'server').tellPort(5544);
    expect(ownerOf(folder)).toMatchObject({ pid: process.pid, databasePort: 5544 });
  });

  it('passes on from an owner that died', () => {
    leave({ pid: endedPid(), identity: 'gone', purpose: 'server', since: '' });
    lockFolder(folder, 'server');
    expect(ownerOf(folder)?.pid).toBe(process.pid);
  });

  it('passes on when the number of the dead owner was given to another process', () => {
    leave({ pid: process.pid, identity: 'an earlier life', purpose: 'server', since: '' });
    expect(ownerOf(folder)).toBeUndefined();
    expect(() => lockFolder(folder, 'server')).not.toThrow();
  });

  it('passes on from a file that a power cut left half written', () => {
    leave('{"pid":');
    expect(() => lockFolder(folder, 'server')).not.toThrow();
  });

  it('keeps one file, however often it changes hands', () => {
    for (let round = 0; round < 5; round += 1) lockFolder(folder, 'server').release();
    expect(readdirSync(path.join(folder, 'lock'))).toHaveLength(1);
  });

  it('goes to exactly one of several processes that find the same dead owner', async () => {
    leave({ pid: endedPid(), identity: 'gone', purpose: 'server', since: '' });
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
    // They live until all have answered: a winner that ended early would rightly be followed by another.
    for (const racer of racers) racer.stdin.end();
    expect(results.filter((result) => result === 'won')).toHaveLength(1);
    expect(results.filter((result) => result === 'lost')).toHaveLength(4);
  });
});

describe('the identity of a process', () => {
  it('is the same each time it is asked', () => {
    expect(identityOf(process.pid)).toBeTruthy();
    expect(identityOf(process.pid)).toBe(identityOf(process.pid));
  });

  it('is absent after its end', () => {
    expect(identityOf(spawnSync(process.execPath, ['-e', '']).pid)).toBeUndefined();
  });
});
