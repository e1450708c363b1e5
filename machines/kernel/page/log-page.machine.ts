import { composePage } from './list-page.machine.ts';
import type { LogPageDeclaration, LogPageMachine, Parts } from './list-page-contract.ts';

/** A page of a log, declared: entries newest first, continued on request, with its tools and parts of its own by their names. */
export function createLogPage<Row extends { id: number }, Filters extends object, All extends Parts>({
  tools,
  ...declared
}: LogPageDeclaration<Row, Filters, All>): LogPageMachine<Row, Filters, All> {
  const parts = { list: declared.list, ...declared.parts, ...tools };
  const machine = composePage({ rows: 'log', ...declared, parts }, []);
  // Which parts stand under which names, and what they tell, only the declaration's types say.
  return Object.assign(machine, { parts }) as unknown as LogPageMachine<Row, Filters, All>;
}
