import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  assign,
  createEmptyActor,
  type EventFromLogic,
  type MachineContext,
  sendTo,
} from 'xstate';
import type { HistoryStep, PageInput } from './page/page-contract.ts';

// `any` for the machine's own events: these helpers fit every machine, and a concrete type here would break the inference of the whole
// setup() they are used in.

/**
 * Sends a fact to the parent. A machine lists its facts under `emitted` of its types, from which a page infers them. Without a parent
 * (tests, path walks) the fact goes to the machine itself, which ignores it.
 */
export const tell = <Context extends MachineContext, Params extends object | undefined = undefined>(
  fact: (context: Context, params: Params) => AnyEventObject,
) =>
  sendTo<Context, any, Params, AnyActorRef, any, never>(
    ({ self }) => self._parent ?? self,
    ({ context }: { context: Context }, params: Params) => fact(context, params),
  );

const noParent: AnyActorRef = createEmptyActor();
noParent.start();

/**
 * Passes a part's fact on to the parent under the same name. Without a parent it goes nowhere: sent to the machine itself, as `tell`
 * does, it would loop for ever.
 */
export const passOn = <Fact extends AnyEventObject>() =>
  sendTo<any, any, Fact, AnyActorRef, any, never>(
    ({ self }) => self._parent ?? noParent,
    (_: unknown, fact: Fact) => fact,
  );

/** Keeps the query string of the page's address. */
export const keepSearch = assign<any, any, PageInput, any, never>((_: unknown, { search }: PageInput) => ({ search }));

/** Tells the shell the new query string of the page's address. */
export const tellMoved = tell<any, { how: HistoryStep }>(({ search }: PageInput, { how }) => ({ type: 'page.moved', search, how }));

/** Builds events for one child, checked against the child's event types (`sendTo('id', …)` checks nothing). */
export const toChild =
  <Child extends AnyActorLogic>(_child: Child, id: string) =>
  <Params extends object | undefined = undefined>(event: (params: Params) => EventFromLogic<Child>) =>
    sendTo<any, any, Params, ActorRefFrom<Child>, any, never>(id, ((_: unknown, params: Params) => event(params)) as never);
