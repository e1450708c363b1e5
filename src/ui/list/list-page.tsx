import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ListQuery, QueryDefinition } from '#machines/kernel/list/list-query.ts';
import type { SavedViews as SavedViewsActor } from '#machines/kernel/list/saved-views.machine.ts';
import type { TableView } from '#machines/kernel/list/table-view.machine.ts';
import { Page } from '../page/page.tsx';
import { SavedViews } from './saved-views.tsx';

/** A running page whose machine is composed of parts. */
export interface PageActor<Parts> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { children: Parts };
}

type Started<Parts> = { [Part in keyof Parts]-?: NonNullable<Parts[Part]> };

/** The parts of a page, once all of them have started. */
export type PartsOf<Page extends PageActor<object>> = Page extends PageActor<infer Parts> ? Started<Parts> : never;

const isStarted = <Parts extends object>(parts: Parts): parts is Parts & Started<Parts> => {
  const all: unknown[] = Object.values(parts);
  return all.length > 0 && !all.includes(undefined);
};

interface RowsActor<Filters> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { query: ListQuery<Filters> } };
}

interface TableViewActor extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { view: TableView | undefined } };
}

/** What a page has: its rows, and where it keeps them the looks and views of its reader. */
interface FrameParts<Filters> {
  list?: RowsActor<Filters>;
  tableView?: TableViewActor;
  views?: SavedViewsActor;
}

interface ListPageProps<Parts, Filters> {
  page: PageActor<Parts>;
  query: Pick<QueryDefinition<Filters>, 'write'>;
  title: string;
  /** At the right end of the title line; the main action last. */
  actions?: (parts: Started<Parts>) => ReactNode;
  filters: (parts: Started<Parts>) => ReactNode;
  /** Banner, table and layers. */
  children: (parts: Started<Parts>) => ReactNode;
}

/** A page of a list: title, saved views, filters, and what its parts show. Nothing before all of its parts have started. */
export function ListPage<Parts extends FrameParts<Filters>, Filters>({ page, ...shown }: ListPageProps<Parts, Filters>) {
  const parts = useSelector(page, (state) => state.children);
  const frame: FrameParts<Filters> = parts;
  return isStarted(parts) && frame.list ? <StartedPage parts={parts} list={frame.list} frame={frame} {...shown} /> : null;
}

interface StartedProps<Parts, Filters> extends Omit<FramedProps<Parts>, 'search'> {
  list: RowsActor<Filters>;
  query: Pick<QueryDefinition<Filters>, 'write'>;
}

function StartedPage<Parts, Filters>({ list, query, ...shown }: StartedProps<Parts, Filters>) {
  const place = useSelector(list, (state) => state.context.query);
  return <FramedPage search={query.write({ ...place, page: 1 })} {...shown} />;
}

interface LogActor<Filters> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { filters: Filters } };
}

/** What a page of a log has at least. */
interface LogFrameParts<Filters> extends Omit<FrameParts<Filters>, 'list'> {
  list?: LogActor<Filters>;
}

interface LogPageProps<Parts, Filters> extends Omit<ListPageProps<Parts, Filters>, 'query'> {
  query: Pick<QueryDefinition<Filters>, 'read' | 'write'>;
}

/** A page of a log: the same around entries that are continued on request. */
export function LogPage<Parts extends LogFrameParts<Filters>, Filters>({ page, ...shown }: LogPageProps<Parts, Filters>) {
  const parts = useSelector(page, (state) => state.children);
  const frame: LogFrameParts<Filters> = parts;
  return isStarted(parts) && frame.list ? <StartedLog parts={parts} list={frame.list} frame={frame} {...shown} /> : null;
}

interface StartedLogProps<Parts, Filters> extends Omit<FramedProps<Parts>, 'search'> {
  list: LogActor<Filters>;
  query: Pick<QueryDefinition<Filters>, 'read' | 'write'>;
}

function StartedLog<Parts, Filters>({ list, query, ...shown }: StartedLogProps<Parts, Filters>) {
  const filters = useSelector(list, (state) => state.context.filters);
  return <FramedPage search={query.write({ ...query.read(''), filters })} {...shown} />;
}

interface FramedProps<Parts> extends Omit<ListPageProps<Parts, never>, 'page' | 'query'> {
  parts: Started<Parts>;
  frame: Pick<FrameParts<never>, 'tableView' | 'views'>;
  /** The address that a saved view keeps. */
  search: string;
}

function FramedPage<Parts>({ parts, frame, search, title, actions, filters, children }: FramedProps<Parts>) {
  const table = useSelector(frame.tableView, (state) => state?.context.view);
  return (
    <Page
      title={title}
      note={frame.views && <SavedViews views={frame.views} search={search} table={table} />}
      actions={actions?.(parts)}
      filters={filters(parts)}
    >
      {children(parts)}
    </Page>
  );
}
