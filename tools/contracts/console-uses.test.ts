import { describe, expect, it } from 'vitest';
import { consoleUses } from './console-uses.ts';

const registry = {
  file: 'src/app/page-registry.ts',
  text: "const pages = [{ path: '/shoes', title: '鞋', titleEn: 'Shoes', load: () => import('#src/features/shoes/index.ts') }];",
};
const service = {
  file: 'src/services/shoes.service.ts',
  text: `import { call, fetchCall, fileCall } from './call.ts';
    export const listShoes = call('/shoes/list', {});
    export const mendShoe = call('/shoes/mend', {});
    export const loadLast = fetchCall('/shoes/last', {});
    export const exportShoes = fileCall('/shoes/export');
    export const firstShoe = async () => (await listShoes({}))[0];`,
};
const uses = (...files: [file: string, text: string][]) => {
  const found = consoleUses([registry, service, ...files.map(([file, text]) => ({ file, text }))]);
  return Object.fromEntries(
    [...found].map(([path, list]) => [
      path,
      list.map(({ service: name, page, machines }) => `${name} ${page?.path ?? 'shell'} ${machines.join()}`),
    ]),
  );
};

const feature = 'src/features/shoes/use-shoes.ts';
const machine = "import { shoeList } from '#machines/shoe-shelf/shoe-shelf.machine.ts';";

describe('who makes a call', () => {
  it('is the machine that is given it, on the page of its feature', () => {
    expect(
      uses([
        feature,
        `${machine} import { listShoes, exportShoes } from '#src/services/shoes.service.ts';
         export const list = shoeList.provide({ actors: { rows: fromPromise(() => listShoes({})), save: exportShoes } });`,
      ]),
    ).toEqual({ '/shoes/list': ['listShoes /shoes shoe-shelf'], '/shoes/export': ['exportShoes /shoes shoe-shelf'] });
  });

  it('is the machine inside, where one lies within another', () => {
    expect(
      uses([
        feature,
        `import { shelf } from '#machines/shoe-shelf/shelf.machine.ts'; import { lace } from '#machines/lace/lace.machine.ts';
         import { mendShoe } from '#src/services/shoes.service.ts';
         export const page = shelf.provide({ actors: { lace: lace.provide({ actors: { mend: () => mendShoe({}) } }) } });`,
      ]),
    ).toEqual({ '/shoes/mend': ['mendShoe /shoes lace'] });
  });

  it('is the machine that several pages have, on the page that gives it its calls', () => {
    const shelf = 'export const parts = ({ calls }) => ({ actors: { rows: fromPromise(() => calls.list({})) } });';
    expect(
      uses(
        ['src/parts/shelf/use-shelf.ts', shelf],
        [
          feature,
          `import { shelfMachine } from '#machines/parts/shelves/shelf.machine.ts'; import { parts } from '#src/parts/shelf/use-shelf.ts';
           import { listShoes } from '#src/services/shoes.service.ts';
           export const page = shelfMachine.provide(parts({ calls: { list: listShoes } }));`,
        ],
      ),
    ).toEqual({ '/shoes/list': ['listShoes /shoes shelf'] });
  });

  it('is the machine of the page where one of the kernel is a part of it', () => {
    const text = `${machine} import { laceMachine } from '#machines/kernel/shelves/lace.machine.ts'; import { mendShoe } from '#src/services/shoes.service.ts';
      export const page = shoeList.provide({ actors: { lace: laceMachine.provide({ actors: { mend: () => mendShoe({}) } }) } });`;
    expect(uses([feature, text])).toEqual({ '/shoes/mend': ['mendShoe /shoes shoe-shelf'] });
  });

  it('is followed through functions of services, of the module and of others', () => {
    expect(
      uses(
        [
          'src/services/shoe-actors.ts',
          "import { firstShoe } from './shoes.service.ts'; export const actors = () => ({ first: () => firstShoe() });",
        ],
        [
          'src/features/shoes/first.ts',
          "import { actors } from '#src/services/shoe-actors.ts'; export const { first } = actors(); export function ask() { return actors().first(); }",
        ],
        [
          feature,
          `${machine} import { ask } from './first.ts'; const later = () => ask(); export const list = shoeList.provide({ actors: { rows: later } });`,
        ],
      )['/shoes/list'],
    ).toContain('listShoes /shoes shoe-shelf');
  });

  it('has all calls of a service that is handed over as a whole, and only the named ones of one that is not', () => {
    const whole = `${machine} import * as shoes from '#src/services/shoes.service.ts'; export const list = shoeList.provide(shelfWith(shoes));`;
    expect(Object.keys(uses([feature, whole])).toSorted()).toEqual(['/shoes/export', '/shoes/last', '/shoes/list', '/shoes/mend']);
    expect(Object.keys(uses([feature, whole.replace('(shoes)', '(shoes.mendShoe)')]))).toEqual(['/shoes/mend']);
  });

  it('is told apart by the members of what a function makes', () => {
    expect(
      uses(
        [
          'src/app/keeper.ts',
          `import { listShoes, mendShoe } from '#src/services/shoes.service.ts';
           export function createKeeper() { const keeper = { load: () => listShoes({}), save: () => mendShoe({}) }; return keeper; }`,
        ],
        [
          'src/app/console.tsx',
          `import { createKeeper } from './keeper.ts'; import { loader } from '#machines/loader/a.ts'; import { saver } from '#machines/saver/a.ts';
           export function createConsole() { const keeper = createKeeper();
             return [loader.provide({ actors: { go: () => keeper.load() } }), saver.provide({ actors: { go: () => keeper.save() } })]; }`,
        ],
      ),
    ).toEqual({ '/shoes/list': ['listShoes shell loader'], '/shoes/mend': ['mendShoe shell saver'] });
  });

  it('is whoever knows the module where no machine is given it', () => {
    const text = `${machine} import type { Lace } from '#machines/lace/lace.machine.ts'; import { loadLast } from '#src/services/shoes.service.ts'; loadLast(shoeList);`;
    expect(uses(['src/app/main.tsx', text])).toEqual({ '/shoes/last': ['loadLast shell shoe-shelf'] });
  });

  it('is nobody where only its type is used, or where it is only imported', () => {
    expect(
      uses(
        [feature, "import { listShoes } from '#src/services/shoes.service.ts'; export type Shoes = ReturnType<typeof listShoes>;"],
        ['src/app/main.tsx', "import { mendShoe } from '#src/services/shoes.service.ts';"],
      ),
    ).toEqual({});
  });
});
