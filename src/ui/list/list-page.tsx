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

/** What a page has at least. */
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
  return isStarted(parts) && isStarted(frame) ? <StartedPage parts={parts} frame={frame} {...shown} /> : null;
}

interface StartedProps<Parts, Frame, Filters> extends Omit<ListPageProps<Parts, Filters>, 'page'> {
  parts: Started<Parts>;
  frame: Started<Frame>;
}

function StartedPage<Parts, Filters>({ frame, query, ...shown }: StartedProps<Parts, FrameParts<Filters>, Filters>) {
  const place = useSelector(frame.list, (state) => state.context.query);
  return <FramedPage frame={frame} search={query.write({ ...place, page: 1 })} {...shown} />;
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
  return isStarted(parts) && isStarted(frame) ? <StartedLog parts={parts} frame={frame} {...shown} /> : null;
}

interface StartedLogProps<Parts, Filters> extends Omit<LogPageProps<Parts, Filters>, 'page'> {
  parts: Started<Parts>;
  frame: Started<LogFrameParts<Filters>>;
}

function StartedLog<Parts, Filters>({ frame, query, ...shown }: StartedLogProps<Parts, Filters>) {
  const filters = useSelector(frame.list, (state) => state.context.filters);
  return <FramedPage frame={frame} search={query.write({ ...query.read(''), filters })} {...shown} />;
}

interface FramedProps<Parts> extends Omit<ListPageProps<Parts, never>, 'page' | 'query'> {
  parts: Started<Parts>;
  frame: Required<Pick<FrameParts<never>, 'tableView' | 'views'>>;
  /** The address that a saved view keeps. */
  search: string;
}

function FramedPage<Parts>({ parts, frame, search, title, actions, filters, children }: FramedProps<Parts>) {
  const table = useSelector(frame.tableView, (state) => state.context.view);
  return (
    <Page
      title={title}
      note={<SavedViews views={frame.views} search={search} table={table} />}
      actions={actions?.(parts)}
      filters={filters(parts)}
    >
      {children(parts)}
    </Page>
  );
}
