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

// `any` for the machine's own events: these helpers fit every machine, and a concrete type here
// would poison the inference of the whole setup() they are used in.

/**
 * A fact told upwards; a machine lists its facts under `emitted` of its types, from which a page infers them. Alone on a stage (tests,
 * path walks) nobody listens, and nothing breaks.
 */
export const tell = <Context extends MachineContext, Params extends object | undefined = undefined>(
  fact: (context: Context, params: Params) => AnyEventObject,
) =>
  sendTo<Context, any, Params, AnyActorRef, any, never>(
    ({ self }) => self._parent ?? self,
    ({ context }: { context: Context }, params: Params) => fact(context, params),
  );

const nobody: AnyActorRef = createEmptyActor();
nobody.start();

/** What a part told is told on, under the same name: alone on a stage it ends here, where `tell` would hear itself for ever. */
export const passOn = <Fact extends AnyEventObject>() =>
  sendTo<any, any, Fact, AnyActorRef, any, never>(
    ({ self }) => self._parent ?? nobody,
    (_: unknown, fact: Fact) => fact,
  );

/** Where the page stands now, in the words of its address. */
export const keepSearch = assign<any, any, PageInput, any, never>((_: unknown, { search }: PageInput) => ({ search }));

/** Told by a page: where in the address it stands now. */
export const tellMoved = tell<any, { how: HistoryStep }>(({ search }: PageInput, { how }) => ({ type: 'page.moved', search, how }));

/** Events for one child, checked against what that child knows (`sendTo('id', …)` checks nothing). */
export const toChild =
  <Child extends AnyActorLogic>(_child: Child, id: string) =>
  <Params extends object | undefined = undefined>(event: (params: Params) => EventFromLogic<Child>) =>
    sendTo<any, any, Params, ActorRefFrom<Child>, any, never>(id, ((_: unknown, params: Params) => event(params)) as never);
