import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Call } from '#src/services/call.ts';

const SERVICES = path.resolve(import.meta.dirname, '../../src/services');

/** A call of the console, with the name it is exported by. */
export interface ServiceCall {
  name: string;
  path: string;
  reads: unknown;
}

const isCall = (value: unknown): value is Call<never, unknown> => typeof value === 'function' && 'path' in value && 'reads' in value;

/** Every call that a service hands out. */
export async function serviceCalls(): Promise<ServiceCall[]> {
  const resources = readdirSync(SERVICES).flatMap((name) => /^(.+)\.service\.ts$/.exec(name)?.[1] ?? []);
  const modules = await Promise.all(
    resources.map((resource): Promise<Record<string, unknown>> => import(`../../src/services/${resource}.service.ts`)),
  );
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (isCall(value) ? [{ name, path: value.path, reads: value.reads }] : [])),
  );
}
