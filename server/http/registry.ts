import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { Call } from '#server/domain/call.ts';

const AUDIT_KINDS = ['read', 'write', 'personal', 'own'];

function findCallProblems(call: Call): string[] {
  const name = call.endpoint?.name ?? 'a call';
  const { request, reply, access, effect } = call.endpoint ?? {};
  const hasAccess = typeof access === 'string' || (Array.isArray(access?.pages) && access.pages.length > 0);
  return [
    ...(request && reply ? [] : [`${name} has no schema`]),
    ...(hasAccess ? [] : [`${name} has no permission`]),
    ...(AUDIT_KINDS.includes(call.audit) ? [] : [`${name} has no audit kind`]),
    ...((call.audit === 'read') === (effect === 'read') ? [] : [`${name} is a ${effect} and audited as ${call.audit}`]),
    ...(call.audit === 'write' && !call.subject ? [`${name} writes but names no subject`] : []),
  ];
}

/**
 * Everything wrong with a set of calls: endpoints with no call or several, calls outside the contract, and calls without schema,
 * permission or audit kind. The server may start when the list is empty.
 */
export function findRegistryProblems(calls: readonly Call[], endpoints: readonly Endpoint[]): string[] {
  const problems = calls.flatMap(findCallProblems);
  for (const endpoint of endpoints) {
    const count = calls.filter((call) => call.endpoint === endpoint).length;
    if (count === 0) problems.push(`${endpoint.name} (${endpoint.path}) is not registered`);
    if (count > 1) problems.push(`${endpoint.name} (${endpoint.path}) is registered ${count} times`);
  }
  for (const call of calls) {
    if (!endpoints.includes(call.endpoint)) problems.push(`${call.endpoint?.name ?? 'a call'} is not in the contract`);
  }
  const addresses = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  for (const address of new Set(addresses)) {
    if (addresses.indexOf(address) !== addresses.lastIndexOf(address)) problems.push(`${address} belongs to several endpoints`);
  }
  return problems;
}

/** Throws one error that lists all problems. */
export function requireCompleteRegistry(calls: readonly Call[], endpoints: readonly Endpoint[]): void {
  const problems = findRegistryProblems(calls, endpoints);
  if (problems.length > 0) throw new Error(`the registry of calls is not complete:\n- ${problems.join('\n- ')}`);
}
