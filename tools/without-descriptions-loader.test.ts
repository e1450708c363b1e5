import { describe, expect, it } from 'vitest';
import consoleBuild from '../rsbuild.config.ts';
import { undescribedMachines } from './browser-build.ts';
import { filesOf, nodesOf } from './source.ts';
import { withoutDescriptions } from './without-descriptions-loader.mjs';

const MACHINE = `
export const page = setup({ actions: { note: () => ({ description: 'kept' }) } }).createMachine({
  id: 'page',
  description: 'A page.',
  context: { description: 'kept' },
  initial: 'description',
  states: {
    description: { description: "Not yet.", on: { description: { description: \`Goes on.\`, target: 'shown' } } },
    shown: {
      invoke: [{ src: 'list', input: { description: 'kept' }, onDone: [{ description: 'Well.', target: 'description' }] }],
      description:
        'It is here.',
      after: { pause: { actions: { type: 'note', params: { description: 'kept' } }, description: 'Again.' } },
    },
    written: { description: words() },
  },
});
export const list = createListMachine({ id: 'list', description: 'Rows.', query: { description: 'kept' } });
export function createFormMachine({ id, description = 'A form.', blank }) {
  return setup({}).createMachine({ id, description, context: blank });
}
const region = (tab) => ({ initial: 'unseen', states: { unseen: { description: 'Apart.' } }, input: { description: 'kept' } });
`;

const keys = (text: string) =>
  nodesOf({ file: 'machine.ts', text }).flatMap(({ type, key, value }) => (type === 'Property' ? [[key, value] as const] : []));

describe('machines for readers who never see them described', () => {
  it('lose their descriptions, and nothing else of that name', () => {
    const text = withoutDescriptions(MACHINE, 'page.machine.ts');
    for (const gone of ['A page', 'Not yet', 'Goes on', 'Well', 'It is here', 'Again', 'Rows', 'A form', 'Apart'])
      expect(text).not.toContain(gone);
    expect(text.match(/'kept'/g)).toHaveLength(6);
    expect(text).toContain('description: words()');
    expect(text).toMatch(/\{ id, description +, blank \}/);
    expect(keys(MACHINE).length - keys(text).length).toBe(8);
  });

  it('keep every line where it was', () => {
    const lineOf = (text: string) => text.split('\n').findIndex((line) => line.includes('written:'));
    const text = withoutDescriptions(MACHINE, 'page.machine.ts');
    expect(text).toHaveLength(MACHINE.length);
    expect(lineOf(text)).toBe(lineOf(MACHINE));
  });

  it('are all read, and say nothing of themselves any more', () => {
    const files = filesOf(['machines'], /\.machine\.ts$/);
    expect(files.length).toBeGreaterThan(30);
    for (const { file, text } of files) {
      const lines = withoutDescriptions(text, file).split('\n');
      expect(
        lines.filter((line) => /\bdescription(?::| =)\s*(?:['"`]|$)/.test(line)),
        file,
      ).toEqual([]);
      const others = text.split('\n').flatMap((line, at) => (line === lines[at] || /description|^\s+['"]/.test(line) ? [] : [line]));
      expect(others, file).toEqual([]);
    }
  });

  it('are those of the console that is built, and not of the one that is developed', () => {
    const rulesOf = (command: 'build' | 'dev') => {
      const { tools } = consoleBuild({ command, env: 'production', envMode: 'production' });
      return JSON.stringify(tools?.rspack);
    };
    expect(rulesOf('build')).toContain(undescribedMachines.use);
    expect(rulesOf('dev')).not.toContain(undescribedMachines.use);
  });

  it('are refused where they cannot be read', () => {
    expect(() => withoutDescriptions('createMachine({', 'broken.machine.ts')).toThrow(/broken\.machine\.ts cannot be read/);
  });
});
