import { expect, it } from 'vitest';
import { toFileName } from './file-name.ts';

it.each([
  ['roleManagement', 'roleManagement'],
  ['a/b c:d?', 'a-b-c-d-'],
  ['../etc', 'etc'],
  ['.hidden', 'hidden'],
  ['订单', '订单'],
  ['//', 'machine'],
])('the file of machine %j is named %j', (machine, name) => {
  expect(toFileName(machine)).toBe(name);
});
