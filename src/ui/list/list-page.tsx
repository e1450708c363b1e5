import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ListQuery, QueryDefinition } from '#machines/kernel/list/list-query.ts';
import type { SavedViews as SavedViewsActor } from '#machines/kernel/list/saved-views.machine.ts';
import type { TableView } from '#machines/kernel/list/table-view.machine.ts';
import { type AddressedPage, AddressedPageProvider } from '../page/addressed-action.tsx';
import { Page } from '../page/page.tsx';
import type { TabContent } from '../page/tabbed-page.tsx';
import { SavedViews } from './saved-views.tsx';

/** A running page whose machine is composed of parts. */
export interface PageActor<Parts> extends AddressedPage {
  getSnapshot(): { context: { search: string }; children: Parts };
}

type Started<Parts> = { [Part in keyof Parts]-?: NonNullable<Parts[Part]> };

/** The parts of a page, once all of them have started. */
export type PartsOf<Page extends PageActor<object>> = Page extends PageActor<infer Parts> ? Started<Parts> : never;

const isStarted = <Parts extends object>(parts: Parts): parts is Parts & Started<Parts> => {
  const all: unknown[] = Object.values(parts);
  return all.length > 0 && !all.includes(undefined);
};

interface TableViewActor extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { view: TableView | undefined } };
}

/** Where a page keeps the looks and views of its reader. */
interface KeptParts {
  tableView?: TableViewActor;
  views?: SavedViewsActor;
}

interface RowsActor<Filters> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { query: ListQuery<Filters> } };
}

/** What a page of a list has at least. */
interface FrameParts<Filters> extends KeptParts {
  list?: RowsActor<Filters>;
}

interface LogActor<Filters> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { filters: Filters } };
}

/** What a page of a log has at least. */
interface LogFrameParts<Filters> extends KeptParts {
  list?: LogActor<Filters>;
}

interface FramedProps<Parts> {
  page: PageActor<Parts>;
  /** At the right end of the title line; the main action last. */
  actions?: (parts: Started<Parts>) => ReactNode;
  filters?: (parts: Started<Parts>) => ReactNode;
  /** Banner, table and layers. */
  children: (parts: Started<Parts>) => ReactNode;
}

interface ListTabProps<Parts, Filters> extends FramedProps<Parts> {
  query: Pick<QueryDefinition<Filters>, 'write'>;
}

interface ListPageProps<Parts, Filters> extends ListTabProps<Parts, Filters> {
  title: string;
}

interface LogPageProps<Parts, Filters> extends FramedProps<Parts> {
  title: string;
  query: Pick<QueryDefinition<Filters>, 'read' | 'write'>;
}

/** The page of a list: title with saved views, main actions, filters, and below them what the page has of its own. */
export function ListPage<Parts extends FrameParts<Filters>, Filters>({
  page,
  query,
  title,
  actions,
  filters,
  children,
}: ListPageProps<Parts, Filters>) {
  return (
    <WhenStarted page={page}>
      {(parts) => (
        <Page title={title} note={<ListViews parts={parts} query={query} />} actions={actions?.(parts)} filters={filters?.(parts)}>
          {children(parts)}
        </Page>
      )}
    </WhenStarted>
  );
}

/** The same under a tab of a page of several. */
export const listTab = <Parts extends FrameParts<Filters>, Filters>({
  page,
  query,
  actions,
  filters,
  children,
}: ListTabProps<Parts, Filters>): TabContent => ({
  note: <WhenStarted page={page}>{(parts) => <ListViews parts={parts} query={query} />}</WhenStarted>,
  actions: actions && <WhenStarted page={page}>{actions}</WhenStarted>,
  body: (
    <WhenStarted page={page}>
      {(parts) => (
        <>
          {filters?.(parts)}
          {children(parts)}
        </>
      )}
    </WhenStarted>
  ),
});

/** A page of a log: the same around entries that are continued on request. */
export function LogPage<Parts extends LogFrameParts<Filters>, Filters>({
  page,
  query,
  title,
  actions,
  filters,
  children,
}: LogPageProps<Parts, Filters>) {
  return (
    <WhenStarted page={page}>
      {(parts) => (
        <Page title={title} note={<LogViews parts={parts} query={query} />} actions={actions?.(parts)} filters={filters?.(parts)}>
          {children(parts)}
        </Page>
      )}
    </WhenStarted>
  );
}

/** The page of a log under a tab of a page of several. */
export const logTab = <Parts extends LogFrameParts<Filters>, Filters>({
  page,
  query,
  actions,
  filters,
  children,
}: Omit<LogPageProps<Parts, Filters>, 'title'>): TabContent => ({
  note: <WhenStarted page={page}>{(parts) => <LogViews parts={parts} query={query} />}</WhenStarted>,
  actions: actions && <WhenStarted page={page}>{actions}</WhenStarted>,
  body: (
    <WhenStarted page={page}>
      {(parts) => (
        <>
          {filters?.(parts)}
          {children(parts)}
        </>
      )}
    </WhenStarted>
  ),
});

/** A page is drawn once all of its parts have started. */
function WhenStarted<Parts extends object>({ page, children }: Pick<FramedProps<Parts>, 'page' | 'children'>) {
  const parts = useSelector(page, (state) => state.children);
  return isStarted(parts) ? <AddressedPageProvider page={page}>{children(parts)}</AddressedPageProvider> : null;
}

function ListViews<Filters>({
  parts: { list, ...kept },
  query,
}: { parts: FrameParts<Filters> } & Pick<ListTabProps<never, Filters>, 'query'>) {
  const place = useSelector(list, (state) => state?.context.query);
  return place && <ViewsAt kept={kept} search={query.write({ ...place, page: 1 })} />;
}

function LogViews<Filters>({
  parts: { list, ...kept },
  query,
}: { parts: LogFrameParts<Filters> } & Pick<LogPageProps<never, Filters>, 'query'>) {
  const filters = useSelector(list, (state) => state?.context.filters);
  return filters && <ViewsAt kept={kept} search={query.write({ ...query.read(''), filters })} />;
}

/** `search`: the address that a saved view keeps. */
function ViewsAt({ kept: { tableView, views }, search }: { kept: KeptParts; search: string }) {
  const table = useSelector(tableView, (state) => state?.context.view);
  return views && <SavedViews views={views} search={search} table={table} />;
}
