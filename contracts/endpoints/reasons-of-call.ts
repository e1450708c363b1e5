import type { Endpoint } from './endpoint.ts';
import { type Reason, signedOutReasons } from './reasons.ts';

/** What decides which reasons a call can have, beside those it declares. */
type Refusable = Pick<Endpoint, 'method' | 'access' | 'action' | 'effect' | 'reasons'>;

function* accessReasons({ access, action, effect, reasons }: Refusable): Generator<Reason> {
  if (access === 'superAdmin') yield 'ADMIN_ONLY';
  else if (access !== 'public' && access !== 'signedIn') yield 'NO_PATH';
  if (action !== undefined) yield 'NO_ACTION';
  // An object that the caller may see but not change.
  if (effect === 'write' && reasons.includes('NOT_FOUND')) yield 'NOT_OWNER';
}

/** Every reason that a call can refuse with: those of who may make it and of its body, those of every call, and its own. */
export function reasonsOfCall(endpoint: Refusable): Reason[] {
  const { method, access, reasons } = endpoint;
  const found: Reason[] = [
    ...(access === 'public' ? [] : signedOutReasons),
    ...(method === 'GET' ? [] : (['VALIDATION'] as const)),
    ...accessReasons(endpoint),
    'TOO_MANY_REQUESTS',
    'INTERNAL',
    ...reasons,
  ];
  return [...new Set(found)];
}
