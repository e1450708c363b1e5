import { expect, test } from 'vitest';
import { endpoints } from '#contracts/endpoints/index.ts';
import type { Call } from '#server/domain/call.ts';
import { calls } from './calls.ts';
import { findRegistryProblems, requireCompleteRegistry } from './registry.ts';

const first = calls[0] as Call;

test('every endpoint of the contract has one call with schema, permission and audit kind', () => {
  expect(endpoints.length).toBeGreaterThan(40);
  expect(findRegistryProblems(calls, endpoints)).toEqual([]);
});

test.each<[string, readonly Call[], string]>([
  ['a missing call', calls.slice(1), `${first.endpoint.name} (${first.endpoint.path}) is not registered`],
  ['a doubled call', [...calls, first], `${first.endpoint.name} (${first.endpoint.path}) is registered 2 times`],
  [
    'a call without permission',
    [{ ...first, endpoint: { ...first.endpoint, access: { pages: [] } } }, ...calls.slice(1)],
    `${first.endpoint.name} has no permission`,
  ],
  ['a call without audit kind', [{ ...first, audit: '' as 'read' }, ...calls.slice(1)], `${first.endpoint.name} has no audit kind`],
  [
    'a call that reads by its endpoint and writes by its log',
    [{ ...first, endpoint: { ...first.endpoint, effect: 'read' } }, ...calls.slice(1)],
    `${first.endpoint.name} is a read and audited as ${first.audit}`,
  ],
  [
    'a call without schema',
    [{ ...first, endpoint: { ...first.endpoint, request: undefined as never } }, ...calls.slice(1)],
    `${first.endpoint.name} has no schema`,
  ],
  [
    'a call outside the contract',
    [...calls, { ...first, endpoint: { ...first.endpoint, name: 'secret.door' } }],
    'secret.door is not in the contract',
  ],
])('%s keeps the server from starting', (_name, planted, problem) => {
  expect(findRegistryProblems(planted, endpoints)).toContain(problem);
  expect(() => requireCompleteRegistry(planted, endpoints)).toThrow(problem);
});

test('the server does not start with a write that names no subject', () => {
  const write = calls.find((call) => call.audit === 'write') as Call;
  const { subject: _subject, ...planted } = write;
  expect(findRegistryProblems([planted], [write.endpoint])).toEqual([`${write.endpoint.name} writes but names no subject`]);
});
