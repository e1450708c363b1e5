import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MachineSource } from '#visualiser/adapter/machine-source.ts';

const isSource = (value: unknown): value is MachineSource =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'name') === 'string' &&
  typeof Reflect.get(value, 'machines') === 'function';

/** The only machine source that a module exports. Rejects when it exports none or several. */
export async function sourceOf(module: string): Promise<MachineSource> {
  const file = path.resolve(module);
  const exported = Object.values((await import(pathToFileURL(file).href)) as Record<string, unknown>);
  const [source, another] = [...new Set(exported.filter(isSource))];
  if (!source || another) throw new Error(`${file} hands out ${source ? 'several sources' : 'no source'} of machines`);
  return source;
}
