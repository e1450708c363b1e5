import type { QueryDefinition } from '../list/list-query.ts';
import { composePage, type Steps } from './list-page.machine.ts';
import type { LogPageDeclaration, LogPageMachine, Parts } from './list-page-contract.ts';
import { departure } from './page-address.ts';

/** A page of a log, declared: entries newest first, continued on request, with its tools and parts of its own by their names. */
export function createLogPage<Row extends { id: number }, Filters extends object, All extends Parts>({
  addresses = {},
  tools,
  ...declared
}: LogPageDeclaration<Row, Filters, All>): LogPageMachine<Row, Filters, All> {
  const parts = { list: declared.list, ...declared.parts, ...tools };
  const kept = Object.entries<Pick<QueryDefinition<never>, 'replaceIn'> | undefined>(addresses);
  const steps = kept.flatMap(([fact, query]): Steps => (query ? [[fact, departure(query).actions]] : []));
  const machine = composePage({ rows: 'log', ...declared, parts }, steps);
  // Which parts stand under which names, and what they tell, only the declaration's types say.
  return Object.assign(machine, { parts }) as unknown as LogPageMachine<Row, Filters, All>;
}
