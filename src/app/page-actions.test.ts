import { expect, it } from 'vitest';
import { roleActions } from '#contracts/vocabulary/roles.ts';
import { filesOf } from '#tools/source.ts';
import { actionsOn, ownMenu } from './page-registry.ts';

const offered = ownMenu.flatMap(({ path }) => actionsOn(path).map((action) => ({ path, ...action })));
const buttons = filesOf(['src/features', 'src/parts'], /\.tsx$/).flatMap(({ file, text }) =>
  [...text.matchAll(/<ActionButton\s+action="(\w+)"/g)].map(([, name]) => ({ file, name })),
);

it('every action that the palette offers has a button that takes it from the address', () => {
  expect(offered.length).toBeGreaterThan(10);
  const asked = new Set(offered.flatMap(({ search }) => new URLSearchParams(search).get('do') ?? []));
  expect([...asked].sort()).toEqual([...new Set(buttons.map(({ name }) => name))].sort());
});

it('every action that the palette offers needs nothing or an action that roles can grant', () => {
  expect(
    offered.flatMap(({ needs }) => (needs === undefined || (roleActions as readonly string[]).includes(needs) ? [] : [needs])),
  ).toEqual([]);
});
