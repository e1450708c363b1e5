import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../prepare.mjs';

const LONG = { timeout: 600_000 };
/** In nobody else's files. */
const PAGES = [
  ['--path', '/sys/specimen', '--name', 'specimen', '--zh', '样本', '--en', 'Specimens'],
  ['--path', '/admin/sys/odd-kind', '--name', 'odd-kind', '--zh', '样本种类管理', '--en', 'Odd kinds', '--area', 'workbench'],
];
const OURS = /specimen|odd.?kinds?/i;
const CALLERS = 8;
const CALLS = 5;

let copy: string;
let written: string[];
const running = new Set<ChildProcess>();

interface Ran {
  code: number | null;
  said: string;
}

/** As from a shell: this process is a test already, and what it runs must not believe to be part of it. */
function environment(): NodeJS.ProcessEnv {
  const ofTests = /^(?:VITEST.*|TEST|DEV|PROD|SSR|MODE|BASE_URL|NODE_ENV|PACT_FOLDER)$/;
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTests.test(name))), NO_COLOR: '1' };
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const [file, ...before] = program === 'node' ? [process.execPath] : [path.join(copy, 'node_modules/.bin', program)];
    const child = spawn(file, [...before, ...args], { cwd: copy, env: { ...environment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, said: stripVTControlCharacters(said) });
    });
  });
}

/** Everything that is kept under version control, or would be; packages are only pointed to. */
function copyOfTheProject(): string {
  const target = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'ad-new-page-')));
  const left = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean);
  const isLeft = (name: string) =>
    name === '.git' || left.some((one) => (one.startsWith('*') ? name.endsWith(one.slice(1)) : `${name}/` === one));
  cpSync(root, target, { recursive: true, filter: (file) => !isLeft(path.basename(file)) });
  mkdirSync(path.join(target, 'node_modules'));
  // Piece by piece, so that what tools keep there is kept in the copy.
  for (const name of readdirSync(path.join(root, 'node_modules')).filter((one) => one === '.bin' || !one.startsWith('.')))
    symlinkSync(path.join(root, 'node_modules', name), path.join(target, 'node_modules', name));
  return target;
}

/** Writes a page into the copy, and answers which files. */
async function generate(args: string[]): Promise<string[]> {
  const { code, said } = await run('node', ['--import', 'tsx', 'tools/new-page.ts', ...args]);
  expect(said).toContain('npm run contracts:generate');
  expect(code).toBe(0);
  return [...said.matchAll(/^[+~] (\S+)$/gm)].map(([, file]) => String(file));
}

// Indented lines only surround a finding.
const linesAbout = (words: RegExp, text: string) => text.split('\n').filter((line) => words.test(line) && !line.startsWith('  '));

/** What a gate finds about these files. What it finds elsewhere is told elsewhere; but it must have been a finding. */
function findings({ code, said }: Ran, words: RegExp, isFinding: RegExp): string[] {
  if (code === 0) return [];
  return isFinding.test(said) ? linesAbout(words, said) : [said];
}

const quote = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Types of the given files, and of whatever they use. */
async function typeFaults(files: string[], words: RegExp): Promise<string[]> {
  const include = [...files.filter((file) => !file.endsWith('.json')), 'src/**/*.d.ts', 'tests/support/global-setup.ts'];
  writeFileSync(path.join(copy, 'tsconfig.written.json'), JSON.stringify({ extends: './tsconfig.json', include }));
  return findings(
    await run('tsc', ['-p', 'tsconfig.written.json']),
    new RegExp(`${words.source}|${files.map(quote).join('|')}`, 'i'),
    /error TS\d+/,
  );
}

interface Tested {
  faults: string[];
  passed: number;
}

async function tested(words: RegExp, project: string, files: string[], { env = {}, only = '' } = {}): Promise<Tested> {
  const ran = await run('vitest', ['run', '--project', project, ...files, ...(only ? ['-t', only] : [])], env);
  const failed = ran.said.slice(ran.said.search(/ Failed (?:Tests|Suites) /));
  return {
    faults: findings({ ...ran, said: failed }, words, / FAIL /),
    passed: Number(/^\s*Tests .*?(\d+) passed/m.exec(ran.said)?.[1] ?? 0),
  };
}

/** The tests share the database server of those who test them. */
async function databaseServer(): Promise<{ TEST_DATABASE_URL: string }> {
  const { adminUrl } = (await (await fetch(`${inject('databaseBroker')}/none`)).json()) as { adminUrl: string };
  return { TEST_DATABASE_URL: adminUrl };
}

const read = (file: string) => readFileSync(path.join(copy, file), 'utf8');

/** The verification of all pacts, of the new ones only. */
function writeVerification(): string {
  const [setting] = read('contracts/provider/verify.test.ts').split(/^describe\(/m);
  const file = 'contracts/provider/specimens.test.ts';
  const test = `describe('our server', () => {
  it.each(['specimens', 'odd-kinds'])('keeps the pact of the %s', LONG, async (resource) => {
    const verification = await verifySet(currentSet(), { url, readOnly: false, source: source(), only: [resource] });
    expect(failuresIn(verification)).toEqual([]);
    expect(verification.counts.passed).toBeGreaterThan(0);
  });
});`;
  writeFileSync(path.join(copy, file), `${setting}${test}\n`);
  return file;
}

/** The gate of reachable states, of the new machines only. */
function writeReachability(): string {
  const file = 'tests/architecture/specimens.test.ts';
  writeFileSync(
    path.join(copy, file),
    `import { expect, it } from 'vitest';
import { findMachines } from '#tests/support/find-machines.ts';
import { unreached, untaken } from '#tests/support/paths.ts';

it.each(['specimen', 'odd-kind'])('reaches every state and takes every transition of %s', async (name) => {
  const { walks } = await import(\`../../machines/\${name}-management/\${name}-management.walks.ts\`);
  const machines = (await findMachines()).filter(({ at }) => at.startsWith(\`\${name}-management/\`)).map(({ machine }) => machine);
  expect(machines.length).toBeGreaterThan(5);
  expect(machines.filter((machine) => !walks.some((walk) => walk.machine === machine))).toEqual([]);
  expect(walks.flatMap(unreached)).toEqual([]);
  expect(walks.flatMap(untaken)).toEqual([]);
});
`,
  );
  return file;
}

beforeAll(async () => {
  copy = copyOfTheProject();
  written = [];
  for (const page of PAGES) written.push(...(await generate(page)));
  written = [...new Set(written)];
}, LONG.timeout);

afterAll(() => {
  for (const child of running) child.kill();
  rmSync(copy, { recursive: true, force: true });
});

describe.concurrent('two pages that were written by the command', () => {
  it('are typed, linted, formatted and used', LONG, async ({ expect }) => {
    expect(written.filter((file) => OURS.test(file)).length).toBeGreaterThanOrEqual(44);
    expect(await typeFaults(written, OURS)).toEqual([]);
    expect(await run('oxlint', ['--deny-warnings', ...written.filter((file) => !file.endsWith('.json'))])).toMatchObject({ code: 0 });
    expect(await run('biome', ['check', ...written])).toMatchObject({ code: 0 });
    expect(findings(await run('knip', []), OURS, /^(?:Unused|Unlisted|Unresolved|Duplicate)/m)).toEqual([]);
  });

  it('pass their own tests, the gates of the house, and the verification of their pacts', LONG, async ({ expect }) => {
    const database = await databaseServer();
    const ours = (ending: string) => written.filter((file) => OURS.test(file) && file.endsWith(ending));
    const pacts = await tested(OURS, 'pacts', ours('.pact.test.ts'), { env: { PACT_FOLDER: path.join(copy, 'pacts/current') } });
    expect(pacts).toEqual({ faults: [], passed: 2 * 16 });

    const own = [...ours('.test.ts'), ...ours('.test.tsx')].filter((file) => !file.endsWith('.pact.test.ts'));
    expect(own).toHaveLength(6);
    // What a page does is written once; who may use it, and where its calls live, is not.
    const once = own.filter((file) => !file.endsWith('odd-kind-management.test.tsx'));
    expect(await run('node', ['--import', 'tsx', 'tools/contracts.ts', 'openapi'])).toMatchObject({ code: 0 });
    const houses = [
      'architecture/descriptions',
      'architecture/imports',
      'architecture/messages',
      'contracts/pact-gates',
      'contracts/service-gates',
      'contracts/catalogue',
      'contracts/openapi',
      'wiring/wiring',
    ];
    const unit = await tested(
      OURS,
      'unit',
      [...once, ...houses.map((name) => `tests/${name}.test.ts`), writeReachability(), writeVerification()],
      { env: database },
    );
    expect(unit.faults).toEqual([]);
    expect(unit.passed).toBeGreaterThan(100);

    const rights = ['tests/permissions/permission-matrix.test.ts', 'tests/permissions/foreign-ids.test.ts'];
    const only = '(?:/sys-specimens/|/admin-odd-kinds/|every call)';
    const matrix = await tested(OURS, 'unit', rights, { env: database, only });
    expect(matrix.faults).toEqual([]);
    expect(matrix.passed).toBeGreaterThanOrEqual(2 * CALLERS * CALLS);
  });
});

describe('a template that no longer fits', () => {
  const plant = (template: string, from: string, to: string) => {
    const file = `tools/new-page/templates/${template}.tpl`;
    const text = read(file);
    expect(text).toContain(from);
    writeFileSync(path.join(copy, file), text.replace(from, to));
  };

  it('is noticed by the types, by the texts and by what the server does', LONG, async () => {
    plant('machine/machine.ts', 'createListMachine<', 'createTableMachine<');
    plant('feature/en.json', '  "{{thing}}.edit": "Edit",\n', '');
    plant('server/migration.ts', 'where deleted_at is null', '');
    const files = await generate(['--path', '/sys/spoilt', '--name', 'spoilt', '--zh', '坏样', '--en', 'Spoilt things']);

    const types = await typeFaults(files, /spoilt/i);
    expect(types.join('\n')).toMatch(/spoilt-management\.machine\.ts.*createTableMachine/);
    const tests = ['tests/architecture/messages.test.ts', 'server/domain/people/spoilts.test.ts'];
    const { faults } = await tested(/spoilt|name is free again/i, 'unit', tests, { env: await databaseServer() });
    expect(faults.join('\n')).toMatch(/spoilt\.edit is missing in en/);
    expect(faults.join('\n')).toMatch(/its name is free again/);
  });
});
