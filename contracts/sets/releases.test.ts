import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContractProject, contractProject } from '#tests/support/contract-project.ts';
import { breakingFaults } from './breaking.ts';
import { changeLog } from './change-log.ts';
import { envelopeOf } from './interaction.ts';
import { compareVersions, freeze, latestRelease, releasedSet, releaseFaults, releases, retire, supportedReleases } from './releases.ts';

let project: ContractProject;
beforeEach(() => {
  project = contractProject();
});
afterEach(() => rmSync(project.root, { recursive: true, force: true }));

const frozen = (version: string, date = '2026-11-20') => freeze({ version, date }, project.root);
const faults = () => releaseFaults(project.root);
const broken = () => breakingFaults(project.root);

const COPY = 'copies a role';
const dropUsers = () => project.change(COPY, (each) => delete envelopeOf(each)?.data.users);
const dropVersion = () => project.change(COPY, (each) => delete envelopeOf(each)?.data.version);
const USERS_GONE = 'reply-field-removed: roles: copies a role: reply users';
const VERSION_GONE = 'reply-field-removed: roles: copies a role: reply version';
const decide = (file: string, text: string) => project.write(`docs/decisions/${file}`, text);
const enter = (...entries: { since: string; id: string; decision: string }[]) => project.write('pacts/breaking.json', entries);

describe('a release', () => {
  it('holds the current pacts and the document, byte by byte', () => {
    frozen('1.0.0');
    for (const file of ['roles.json', 'dicts.json'])
      expect(project.read(`pacts/released/1.0.0/${file}`)).toBe(project.read(`pacts/current/${file}`));
    expect(project.read('pacts/released/1.0.0/openapi.json')).toBe(project.read('contracts/openapi.json'));
    const set = releasedSet('1.0.0', project.root);
    expect(set.pacts.map(({ resource }) => resource)).toEqual(['dicts', 'roles']);
    expect(Object.keys(set.document?.paths ?? {}).length).toBeGreaterThan(30);
    expect(faults()).toEqual([]);
  });

  it('is listed from the oldest to the newest, by number', () => {
    for (const version of ['0.9.0', '0.10.0', '1.0.0']) frozen(version);
    expect(releases(project.root).map(({ version }) => version)).toEqual(['0.9.0', '0.10.0', '1.0.0']);
    expect(latestRelease(project.root)).toMatchObject({ version: '1.0.0', date: '2026-11-20', supported: true });
    expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0);
  });

  it('is none at first', () => {
    expect(releases(project.root)).toEqual([]);
    expect(latestRelease(project.root)).toBeUndefined();
    expect([...faults(), ...broken()]).toEqual([]);
  });

  it.each([
    ['is there already', '1.0.0', '2026-11-21', '1.0.0 is released already'],
    ['is not above the last one', '0.9.9', '2026-11-21', '0.9.9 is not above the last release, 1.0.0'],
    ['is no version', '2.0', '2026-11-21', '2.0 is no version'],
    ['is of no day', '2.0.0', '2026-13-01', '2026-13-01 is no date'],
    ['leads out of its folder', '../2.0.0', '2026-11-21', '../2.0.0 is no version'],
  ])('is refused when it %s', (_name, version, date, message) => {
    frozen('1.0.0');
    expect(() => frozen(version, date)).toThrow(message);
    expect(releases(project.root)).toHaveLength(1);
    expect(faults()).toEqual([]);
  });

  it('is refused when a pact cannot be read', () => {
    project.write('pacts/current/roles.json', '{}');
    expect(() => frozen('1.0.0')).toThrow('roles.json is no pact');
    expect(releases(project.root)).toEqual([]);
  });

  it('is given up by a decision on record, once', () => {
    frozen('1.0.0');
    frozen('1.1.0');
    const give = (decision: string, version = '1.0.0') => retire({ version, decision }, project.root);
    expect(() => give('0015-older-consoles-end.md')).toThrow('docs/decisions/0015-older-consoles-end.md does not exist');
    decide('0015-older-consoles-end.md', '# 15');
    give('0015-older-consoles-end.md');
    expect(supportedReleases(project.root).map(({ version }) => version)).toEqual(['1.1.0']);
    expect(releases(project.root)[0]).toMatchObject({ supported: false, decision: '0015-older-consoles-end.md' });
    expect(faults()).toEqual([]);
    expect(() => give('0015-older-consoles-end.md')).toThrow('1.0.0 is retired already');
    expect(() => give('0015-older-consoles-end.md', '3.0.0')).toThrow('3.0.0 was never released');
  });
});

describe('what was frozen', () => {
  beforeEach(() => {
    frozen('1.0.0');
    expect(faults()).toEqual([]);
  });
  const alter = (change: (listed: Record<string, unknown>[]) => void) => {
    const listed = JSON.parse(project.read('pacts/released/releases.json'));
    change(listed);
    project.write('pacts/released/releases.json', listed);
  };
  const CHANGED = '1.0.0: a frozen file was changed, added or deleted';

  it.each<[string, () => void, string[]]>([
    [
      'a byte of a pact',
      () => project.write('pacts/released/1.0.0/roles.json', `${project.read('pacts/released/1.0.0/roles.json')} `),
      [CHANGED],
    ],
    ['a byte of the document', () => project.write('pacts/released/1.0.0/openapi.json', '{"paths":{}}'), [CHANGED]],
    ['a pact more', () => project.write('pacts/released/1.0.0/more.json', { interactions: [] }), [CHANGED]],
    ['a pact less', () => project.remove('pacts/released/1.0.0/dicts.json'), [CHANGED]],
    ['no document', () => project.remove('pacts/released/1.0.0/openapi.json'), [CHANGED, '1.0.0: openapi.json is missing']],
    ['no files', () => project.remove('pacts/released/1.0.0'), ['1.0.0 is listed, but pacts/released/1.0.0 is missing']],
    [
      'a folder that is not listed',
      () => project.write('pacts/released/2.0.0/roles.json', '{}'),
      ['pacts/released/2.0.0 belongs to no release'],
    ],
    [
      'an end without a decision',
      () => alter(([one]) => Object.assign(one ?? {}, { supported: false })),
      ['1.0.0 is retired without a decision on record'],
    ],
    ['an entry twice', () => alter((listed) => listed.push({ ...listed[0] })), ['1.0.0 is listed twice']],
  ])('is refused with %s', (_name, plant, expected) => {
    plant();
    expect(faults()).toEqual(expected);
  });
});

describe('a break of consoles', () => {
  beforeEach(() => {
    frozen('1.0.0');
    dropUsers();
  });

  it('is refused until it is decided, and the report says what is missing', () => {
    expect(broken()).toEqual([
      `"${COPY}": reply users is no longer promised (POST /api/sys-roles/copy): breaks consoles 1.0.0; pacts/breaking.json lacks ` +
        `{"since":"1.0.0","id":"${USERS_GONE}","decision":"NNNN-why.md"}`,
    ]);
  });

  it('needs a record that exists and names the consoles', () => {
    enter({ since: '1.0.0', id: USERS_GONE, decision: '0015-no-users.md' });
    expect(broken()).toEqual([`docs/decisions/0015-no-users.md does not exist, but is to decide "${USERS_GONE}"`]);
    decide('0015-no-users.md', 'Consoles 11.0.0 and 1.0.01 break.');
    expect(broken()).toEqual([`0015-no-users.md does not name 1.0.0, which break with "${USERS_GONE}"`]);
    decide('0015-no-users.md', 'Consoles of 1.0.0 break.');
    expect(broken()).toEqual([]);
  });

  it('names every supported console that holds the promise, and no other', () => {
    project.write('pacts/breaking.json', []);
    project.change(COPY, (each) => Object.assign(envelopeOf(each)?.data ?? {}, { users: 1 }));
    frozen('1.1.0');
    frozen('1.2.0');
    decide('0015-end.md', '# 15');
    retire({ version: '1.1.0', decision: '0015-end.md' }, project.root);
    dropUsers();
    expect(broken()).toHaveLength(1);
    expect(broken()[0]).toContain('breaks consoles 1.0.0, 1.2.0; ');
    enter({ since: '1.2.0', id: USERS_GONE, decision: '0016-no-users.md' });
    decide('0016-no-users.md', 'Consoles of 1.2.0 break.');
    expect(broken()).toEqual([`0016-no-users.md does not name 1.0.0, which break with "${USERS_GONE}"`]);
  });

  it('is not decided by an entry for another', () => {
    decide('0015-no-users.md', '1.0.0');
    enter({ since: '1.0.0', id: USERS_GONE, decision: '0015-no-users.md' });
    dropVersion();
    expect(broken()).toHaveLength(1);
    expect(broken()[0]).toContain(VERSION_GONE);
  });

  it.each([
    [
      'breaks nothing',
      { since: '1.0.0', id: VERSION_GONE },
      `pacts/breaking.json decides "${VERSION_GONE}" since 1.0.0, which breaks nothing`,
    ],
    [
      'is of no release',
      { since: '0.1.0', id: USERS_GONE },
      `pacts/breaking.json decides "${USERS_GONE}" since 0.1.0, which breaks nothing`,
    ],
    ['is there twice', { since: '1.0.0', id: USERS_GONE }, `pacts/breaking.json has "${USERS_GONE}" since 1.0.0 twice`],
  ])('is not helped by an entry that %s', (_name, entry, expected) => {
    decide('0015-no-users.md', '1.0.0');
    enter({ since: '1.0.0', id: USERS_GONE, decision: '0015-no-users.md' }, { ...entry, decision: '0015-no-users.md' });
    expect(broken()).toEqual([expected]);
  });

  it('stays decided once it is released', () => {
    decide('0015-no-users.md', '1.0.0');
    enter({ since: '1.0.0', id: USERS_GONE, decision: '0015-no-users.md' });
    frozen('2.0.0');
    expect(broken()).toEqual([]);
    dropVersion();
    expect(broken()).toHaveLength(1);
    expect(broken()[0]).toContain(`{"since":"2.0.0","id":"${VERSION_GONE}"`);
  });
});

describe('the change log', () => {
  it('is empty before the first release', () => {
    expect(changeLog(project.root)).toEqual([]);
  });

  it('tells of every release and of what is not released, newest first', () => {
    frozen('1.0.0', '2026-11-01');
    dropUsers();
    frozen('1.1.0', '2026-11-20');
    expect(changeLog(project.root)).toMatchObject([
      { version: '1.1.0', date: '2026-11-20', changes: [{ id: USERS_GONE }] },
      { version: '1.0.0', date: '2026-11-01', changes: [] },
    ]);
    dropVersion();
    expect(changeLog(project.root)).toMatchObject([
      { version: null, date: null, changes: [{ id: VERSION_GONE, consoles: 'breaks', backends: 'safe' }] },
      { version: '1.1.0' },
      { version: '1.0.0' },
    ]);
  });
});

describe('this project', () => {
  it('keeps what it released, and broke no console without a decision', () => {
    expect([...releaseFaults(), ...breakingFaults()]).toEqual([]);
  });
});
