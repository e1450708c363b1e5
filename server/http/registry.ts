import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { Call } from '#server/domain/call.ts';

const AUDIT_KINDS = ['read', 'write', 'personal', 'own'];

function problemsOf(call: Call): string[] {
  const name = call.endpoint?.name ?? 'a call';
  const { request, reply, access, effect } = call.endpoint ?? {};
  const isAccess = typeof access === 'string' || (Array.isArray(access?.pages) && access.pages.length > 0);
  return [
    ...(request && reply ? [] : [`${name} has no schema`]),
    ...(isAccess ? [] : [`${name} has no permission`]),
    ...(AUDIT_KINDS.includes(call.audit) ? [] : [`${name} has no audit kind`]),
    ...((call.audit === 'read') === (effect === 'read') ? [] : [`${name} is a ${effect} and audited as ${call.audit}`]),
    ...(call.audit === 'write' && !call.subject ? [`${name} writes but names no subject`] : []),
  ];
}

/**
 * Everything wrong with a set of calls: an endpoint nobody answers, one answered twice, a call outside the contract,
 * and calls without schema, permission or audit kind. Empty means that the server may start.
 */
export function registryProblems(calls: readonly Call[], endpoints: readonly Endpoint[]): string[] {
  const problems = calls.flatMap(problemsOf);
  for (const endpoint of endpoints) {
    const count = calls.filter((call) => call.endpoint === endpoint).length;
    if (count === 0) problems.push(`${endpoint.name} (${endpoint.path}) is not registered`);
    if (count > 1) problems.push(`${endpoint.name} (${endpoint.path}) is registered ${count} times`);
  }
  for (const call of calls) {
    if (!endpoints.includes(call.endpoint)) problems.push(`${call.endpoint?.name ?? 'a call'} is not in the contract`);
  }
  const places = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  for (const place of new Set(places)) {
    if (places.indexOf(place) !== places.lastIndexOf(place)) problems.push(`${place} belongs to several endpoints`);
  }
  return problems;
}

/** Throws with the whole list. */
export function requireComplete(calls: readonly Call[], endpoints: readonly Endpoint[]): void {
  const problems = registryProblems(calls, endpoints);
  if (problems.length > 0) throw new Error(`the registry of calls is not complete:\n- ${problems.join('\n- ')}`);
}
