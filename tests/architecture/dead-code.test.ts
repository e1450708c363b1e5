import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { root } from '#tools/source.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A small project that is checked with the settings of this one. */
function project(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ads-gate-'));
  folders.push(folder);
  for (const name of ['knip.json', '.oxlintrc.json', 'biome.json', 'tsconfig.json'])
    copyFileSync(path.join(root, name), path.join(folder, name));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const manifest = { name: 'planted', type: 'module', imports: { '#src/*': './src/*', '#machines/*': './machines/*' } };
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

interface Verdict {
  code: number;
  said: string;
}

const run = (folder: string, program: string, ...args: string[]): Promise<Verdict> =>
  new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1' };
    execFile(process.execPath, [path.join(root, 'node_modules', program), ...args], { cwd: folder, env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, said: `${out}${err}` });
    });
  });

const knip = (folder: string) => run(folder, 'knip/bin/knip.js', '--include', 'exports,files,types');
const lint = (folder: string) => run(folder, 'oxlint/bin/oxlint', '--deny-warnings', '--format', 'unix', 'src', 'machines');

describe('the gate of dead code', { timeout: 120_000 }, () => {
  const used = { 'server/main.ts': "import { used } from './part.ts';\n\nconsole.log(used);\n" };

  it('says nothing where everything is used', async () => {
    const { code, said } = await knip(project({ ...used, 'server/part.ts': 'export const used = 1;\n' }));
    expect(said).not.toContain('part.ts');
    expect(code).toBe(0);
  });

  it('notices an export and a file that nobody uses', async () => {
    const { code, said } = await knip(
      project({ ...used, 'server/part.ts': 'export const used = 1;\nexport const forgotten = 2;\n', 'server/island.ts': 'export {};\n' }),
    );
    expect(code).not.toBe(0);
    expect(said).toContain('forgotten');
    expect(said).toContain('server/island.ts');
  });
});

describe('the linter', { timeout: 120_000 }, () => {
  const sound = {
    'machines/index/home.ts': 'export const home = 1;\n',
    'src/ui/button.tsx': "import { Button } from '@arco-design/web-react';\n\nexport const Plain = () => <Button>x</Button>;\n",
    'src/services/http.ts': "import axios from 'axios';\n\nexport const http = axios.create();\n",
  };

  it('says nothing about sound code', async () => {
    expect(await lint(project(sound))).toEqual({ code: 0, said: '' });
  });

  const planted: [what: string, file: string, text: string, rule: string][] = [
    [
      "the kit's popups",
      'src/ui/hint.tsx',
      "import { Tooltip } from '@arco-design/web-react';\n\nexport const Hint = () => <Tooltip>x</Tooltip>;\n",
      'no-restricted-imports',
    ],
    [
      'the wire outside of the services',
      'src/ui/wire.ts',
      "import axios from 'axios';\n\nexport const http = axios.create();\n",
      'no-restricted-imports',
    ],
    ['a promise nobody waits for', 'src/app/promise.ts', 'const load = async () => 1;\nload();\n', 'no-floating-promises'],
    [
      'a machine that looks at the page',
      'machines/index/width.ts',
      'export const width = () => window.innerWidth;\n',
      'no-restricted-globals',
    ],
    ['any', 'src/app/anything.ts', 'export const anything: any = 1;\n', 'no-explicit-any'],
    [
      'markup as text',
      'src/ui/raw.tsx',
      'export const Raw = ({ html }: { html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />;\n',
      'no-danger',
    ],
  ];

  it('notices what is planted, and nothing beside it', async () => {
    const { code, said } = await lint(project({ ...sound, ...Object.fromEntries(planted.map(([, file, text]) => [file, text])) }));
    const found = said.split('\n').filter((line) => line.includes('[Error/'));
    for (const [what, file, , rule] of planted) {
      expect(
        found.filter((line) => line.startsWith(`${file}:`) && line.includes(`(${rule})`)),
        what,
      ).not.toEqual([]);
    }
    expect(found.filter((line) => !planted.some(([, file]) => line.startsWith(`${file}:`)))).toEqual([]);
    expect(code).not.toBe(0);
  });
});
