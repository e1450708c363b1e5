import { expect, it } from 'vitest';
import { fileName } from './file-name.ts';

it.each([
  ['roleManagement', 'roleManagement'],
  ['a/b c:d?', 'a-b-c-d-'],
  ['../etc', 'etc'],
  ['.hidden', 'hidden'],
  ['订单', '订单'],
  ['//', 'machine'],
])('a file of the machine %j is called %j', (machine, name) => {
  expect(fileName(machine)).toBe(name);
});
