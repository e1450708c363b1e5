import type {
  ActorRefFromLogic,
  AnyStateMachine,
  EmittedFrom,
  EventFromLogic,
  EventObject,
  MetaObject,
  NonReducibleUnknown,
  ParameterizedObject,
  StateMachine,
  StateSchema,
  StateValue,
} from 'xstate';
import type { BatchFact } from '../batch/batch.machine.ts';
import type { StartedBatches } from '../batch/batch-outcome.ts';
import type { createExportMachine, ExportFact } from '../list/export.machine.ts';
import type { createListMachine, ListAnswer, ListFact } from '../list/list.machine.ts';
import type { ListQuery, QueryDefinition } from '../list/list-query.ts';
import type { createLogMachine, LogFact } from '../list/log.machine.ts';
import type { createSavedViewsMachine, SavedViewsFact } from '../list/saved-views.machine.ts';
import type { createTableViewMachine, TableViewFact } from '../list/table-view.machine.ts';
import type { MachineName } from '../machine-name.ts';
import type { HistoryStep, PageEvent, PageFact, PageInput } from './page-contract.ts';

export type ListMachine<Row, Filters, Totals = unknown> = ReturnType<
  typeof createListMachine<Row, Filters, number, ListAnswer<Row, Totals>>
>;

export type LogMachine<Row extends { id: number }, Filters> = ReturnType<typeof createLogMachine<Row, Filters>>;

/** What every list has beside its rows. */
export interface ListTools<Exported> {
  export: ReturnType<typeof createExportMachine<Exported>>;
  tableView: ReturnType<typeof createTableViewMachine>;
  views: ReturnType<typeof createSavedViewsMachine>;
}

/** Which of the tools a list of these filters has. */
export type SomeTools<Filters> = Partial<ListTools<ListQuery<Filters>>>;

export type Parts = Record<string, AnyStateMachine>;

/** A fact that a builder of the kernel tells is named after the part, any other fact as it is told. */
type NameIn<Part extends string, Type> = Type extends `${infer Owner}.${infer Told}`
  ? string extends Owner
    ? `${Part}.${Told}`
    : Type
  : never;

/** A machine that does not say what it tells has no facts here. */
type Told<Part extends string, Fact> = Fact extends EventObject
  ? [NameIn<Part, Fact['type']>] extends [never]
    ? never
    : { name: NameIn<Part, Fact['type']>; fact: Fact }
  : never;

/** Everything that some parts tell, each fact with its name on the page: `form.saved`. */
type ToldBy<All extends Parts> = { [Part in keyof All & string]: Told<Part, EmittedFrom<All[Part]>> }[keyof All & string];

type FactName<All extends Parts> = ToldBy<All>['name'];

type FactNamed<All extends Parts, Name> = Extract<ToldBy<All>, { name: Name }>['fact'];

/** Names of facts that carry something of this shape. */
type NameOfFactWith<All extends Parts, Shape> = Extract<ToldBy<All>, { fact: Shape }>['name'];

type BatchIn<All extends Parts> = {
  [Part in keyof All & string]: [EmittedFrom<All[Part]>] extends [BatchFact<string>] ? Part : never;
}[keyof All & string];

/**
 * What a part is told when something happened: an event, or how the event follows from the fact and the address of the page. While the
 * parts are inferred a function does not know its event's type yet, so that one is written `as const`.
 */
type Order<Machine extends AnyStateMachine, Fact> = EventFromLogic<Machine> | ((fact: Fact, search: string) => EventFromLogic<Machine>);

type Orders<All extends Parts, Fact> = {
  [Part in keyof All]?: Order<All[Part], Fact> | readonly Order<All[Part], Fact>[];
};

type OwnFact = PageEvent | SavedViewsFact | TableViewFact;

/** What other parts are told of a fact, after the page has done with it what every page does. */
type Reactions<All extends Parts, Facing extends Parts, Moved extends EventObject = ListFact> = {
  [Name in FactName<All>]?: Orders<Facing, FactNamed<All, Name>>;
} & {
  [Type in (OwnFact | Moved)['type']]?: Orders<Facing, Extract<OwnFact | Moved, { type: Type }>>;
};

/** Facts of parts that keep a share of the address of their own, with what they keep in it. */
type Addresses<All extends Parts> = {
  [Name in NameOfFactWith<All, { search: string; how: HistoryStep }>]?: Pick<QueryDefinition<never>, 'replaceIn'>;
};

export interface ListPageDeclaration<Row, Filters, All extends Parts, Choices extends Parts, Tools, Totals> extends MachineName {
  query: QueryDefinition<Filters>;
  list: ListMachine<Row, Filters, Totals>;
  /** Left out: the list has none. */
  tools?: Tools;
  /** Its other children, by their names. */
  parts: All;
  /** What filters and forms choose from, by its name. */
  choices?: Choices;
  /** Filters that go when what they name is gone, or hidden from the reader, by the choice that finds out. */
  unseen?: { [Choice in keyof NoInfer<Choices>]?: (keyof Filters & string) | readonly (keyof Filters & string)[] };
  /** Facts after which the rows are asked for again. */
  refreshes?: readonly FactName<All>[];
  /** Facts that carry a row as it is now. */
  replacesRow?: readonly NameOfFactWith<All, { saved: Row } | { result: Row }>[];
  /** Bulk actions on rows: those that failed are chosen when somebody saw the end, and the rows are renewed. */
  batches?: readonly BatchIn<All>[];
  /** Facts that say which batch began: the tab is told. */
  tells?: readonly NameOfFactWith<All, { batchId: number }>[];
  /** Batches that begin elsewhere on the page and are followed by its part `batch`, read off the fact; none: nothing began. */
  follows?: { [Name in FactName<All>]?: (fact: FactNamed<All, Name>) => readonly number[] | StartedBatches };
  addresses?: Addresses<All>;
  /** What no other page does. */
  on?: Reactions<All, All & NoInfer<Choices> & { list: ListMachine<Row, Filters, Totals> }>;
}

export interface LogPageDeclaration<Row extends { id: number }, Filters, All extends Parts> extends MachineName {
  query: QueryDefinition<Filters>;
  list: LogMachine<Row, Filters>;
  tools: ListTools<Filters>;
  /** Its other children, by their names. */
  parts: All;
  /** Facts after which the newest entries are asked for again. */
  refreshes?: readonly FactName<All>[];
  /** Facts that say which batch began: the tab is told. */
  tells?: readonly NameOfFactWith<All, { batchId: number }>[];
  addresses?: Addresses<All>;
  /** What no other page does. */
  on?: Reactions<All, All & { list: LogMachine<Row, Filters> }, LogFact>;
}

type Provided<All extends Parts> = { [Part in keyof All & string]: { src: Part; logic: All[Part]; id: Part } }[keyof All & string];

/** A page's machine. Its children have the names of its parts. */
interface PageMachine<All extends Parts, Fact extends EventObject>
  extends StateMachine<
    PageInput,
    PageEvent | Extract<PageFact, { type: 'page.passwordResetRequested' }> | TableViewFact | SavedViewsFact | Fact,
    { [Part in keyof All]?: ActorRefFromLogic<All[Part]> },
    Provided<All>,
    ParameterizedObject,
    ParameterizedObject,
    string,
    StateValue,
    string,
    PageInput,
    NonReducibleUnknown,
    EventObject,
    MetaObject,
    StateSchema
  > {
  /** What it is composed of. */
  parts: All;
}

type EmittedBy<All extends Parts> = ToldBy<All>['fact'];

export type ListPageMachine<Row, Filters, All extends Parts, Tools = ListTools<ListQuery<Filters>>, Totals = unknown> = PageMachine<
  { list: ListMachine<Row, Filters, Totals> } & Tools & All,
  ListFact | ExportFact<string, ListQuery<Filters>> | EmittedBy<All>
>;

export type LogPageMachine<Row extends { id: number }, Filters, All extends Parts> = PageMachine<
  { list: LogMachine<Row, Filters> } & ListTools<Filters> & All,
  LogFact | ExportFact<string, Filters> | EmittedBy<All>
>;
