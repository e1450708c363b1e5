import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { envelopeOf } from '#contracts/sets/interaction.ts';
import { type ContractProject, contractProject } from '#tests/support/contract-project.ts';
import { gates } from '../gates.ts';
import { compare } from './compare.ts';
import { release, retireRelease } from './release.ts';

/** A download of the project has no git history. */
const hasHistory = spawnSync('git', ['rev-parse', '--verify', 'HEAD'], { cwd: import.meta.dirname }).status === 0;

let project: ContractProject;
let said = '';
beforeEach(() => {
  project = contractProject();
  said = '';
});
afterEach(() => rmSync(project.root, { recursive: true, force: true }));

const say = (text: string) => {
  said += text;
};
const run = (command: typeof compare, ...args: string[]): string => {
  said = '';
  command(args, project.root, say);
  return said;
};
const dropUsers = () => project.change('copies a role', (each) => delete envelopeOf(each)?.data.users);
const decide = () => {
  project.write('docs/decisions/0015-no-users.md', 'Consoles of 1.0.0 break.');
  project.write('pacts/breaking.json', [
    { since: '1.0.0', id: 'reply-field-removed: roles: copies a role: reply users', decision: '0015-no-users.md' },
  ]);
};

describe('contracts:release', () => {
  it('freezes under the version of the package, and says what it did not look at', () => {
    expect(run(release, '--date', '2026-11-20')).toBe(
      'Froze 1.0.0 of 2026-11-20. Whether the sources give these pacts was not asked again: that is npm run contracts:check.\n',
    );
    expect(JSON.parse(project.read('pacts/released/releases.json'))).toMatchObject([
      { version: '1.0.0', date: '2026-11-20', supported: true, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  it('freezes no version twice', () => {
    run(release);
    expect(() => run(release)).toThrow('1.0.0 is released already');
  });

  it('freezes no break of consoles that nobody decided', () => {
    run(release);
    dropUsers();
    expect(() => run(release, '--version', '1.1.0')).toThrow('reply users is no longer promised');
    decide();
    expect(run(release, '--version', '1.1.0', '--date', '2026-11-21')).toContain(
      '1.0.0 → 1.1.0: differences: 1; breaking for consoles: 1; backends have to change first for: 0\n\n' +
        'POST /api/sys-roles/copy\n  [breaks consoles] "copies a role": reply users is no longer promised\n',
    );
  });

  it('freezes nothing beside a frozen file that was changed', () => {
    run(release);
    project.write('pacts/released/1.0.0/dicts.json', { interactions: [] });
    expect(() => run(release, '--version', '1.1.0')).toThrow('1.0.0: a frozen file was changed');
  });
});

describe('contracts:retire', () => {
  it('wants to know which, and why', () => {
    run(release);
    expect(() => run(retireRelease, '--version', '1.0.0')).toThrow('contracts:retire --');
    expect(() => run(retireRelease, '--version', '1.0.0', '--decision', '0015-end.md')).toThrow('0015-end.md does not exist');
    project.write('docs/decisions/0015-end.md', '# 15');
    expect(run(retireRelease, '--version', '1.0.0', '--decision', '0015-end.md')).toBe(
      '1.0.0 is no longer supported, by docs/decisions/0015-end.md.\n',
    );
  });
});

describe('contracts:compare', () => {
  it('has nothing to say before the first release', () => {
    expect(run(compare)).toBe('Nothing was released yet, so there is nothing to compare with.\n');
    expect(run(compare, '--strict')).toContain('Nothing was released yet');
  });

  it('compares the last release with what is current, in either language', () => {
    run(release);
    expect(run(compare)).toBe('1.0.0 → current: both hold the same agreement\n');
    dropUsers();
    expect(run(compare)).toContain('  [breaks consoles 1.0.0] "copies a role": reply users is no longer promised\n');
    expect(run(compare, '--language', 'zh')).toContain('  [影响旧版控制台 1.0.0] 「copies a role」:不再约定 reply users\n');
  });

  it('fails only when it is strict, and only until the break is decided', () => {
    run(release);
    dropUsers();
    expect(() => run(compare)).not.toThrow();
    expect(() => run(compare, '--strict')).toThrow('pacts/breaking.json lacks {"since":"1.0.0"');
    decide();
    expect(() => run(compare, '--strict')).not.toThrow();
  });

  it('fails, when it is strict, at a version whose contract was not frozen', () => {
    run(release);
    project.write('package.json', { version: '1.1.0' });
    expect(() => run(compare, '--strict')).toThrow('package.json is of version 1.1.0, the last frozen contract of 1.0.0');
    run(release);
    expect(() => run(compare, '--strict')).not.toThrow();
  });

  it('fails, when it is strict, at a frozen file that was changed', () => {
    run(release);
    project.write('pacts/released/1.0.0/dicts.json', { interactions: [] });
    expect(() => run(compare, '--strict')).toThrow('1.0.0: a frozen file was changed');
  });

  it('warns, when it is strict, of calls that no release promises', () => {
    run(release);
    expect(run(compare, '--strict')).not.toContain('Warning');
    project.write('pacts/current/shoes.json', {
      interactions: [{ description: 'lists shoes', request: { method: 'POST', path: '/api/shoes/list' }, response: { status: 200 } }],
    });
    expect(run(compare, '--strict')).toMatch(
      /Warning: 1 of \d+ calls stand under no promise until the next release .* such as POST \/api\/shoes\/list\./,
    );
  });

  it('takes releases and folders by name', () => {
    run(release);
    dropUsers();
    expect(run(compare, 'pacts/current', '1.0.0')).toContain('pacts/current → 1.0.0: differences: 1;');
    expect(run(compare, 'pacts/current', 'current')).toContain('was not compared');
    expect(() => run(compare, 'no-such-thing')).toThrow('no-such-thing is neither "current" nor a release');
    expect(() => run(compare, '--strict', 'current')).toThrow('--strict takes neither');
  });

  it.skipIf(!hasHistory)('takes commits by name', () => {
    expect(run(compare, 'HEAD', 'HEAD')).toContain('HEAD → HEAD: both hold the same agreement');
  });

  it('is a gate, the strict way', () => {
    expect(gates.find(({ name }) => name === 'releases')?.command.slice(-2)).toEqual(['compare', '--strict']);
  });

  it('writes the same as JSON', () => {
    run(release);
    dropUsers();
    const file = path.join(project.root, 'differences.json');
    run(compare, '--json', file);
    expect(JSON.parse(project.read('differences.json'))).toMatchObject({
      older: '1.0.0',
      newer: 'current',
      differences: [
        { call: 'POST /api/sys-roles/copy', kind: 'reply-field-removed', place: 'reply users', consoles: 'breaks', versions: ['1.0.0'] },
      ],
    });
  });
});
