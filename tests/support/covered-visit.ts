// Records which states and transitions the machines of a visitor's pages reach, in the way the visualiser observes them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { Sighting } from '#visualiser/model/coverage.ts';
import { CHANNEL, HEARTBEAT_MS, type PageMessage, type ViewerMessage } from '#visualiser/model/protocol.ts';

/** The reached states and transitions of one machine, by id. */
export interface Heard {
  id: string;
  print: string;
  states: string[];
  transitions: string[];
}

/** A page that answers later than this, in milliseconds, is left without its last record. */
const LAST_WORDS_MS = 1000;
const HEARD = 'machinesReached';
const LAST_WORDS = 'tellReached';

/** Runs in the page before its own scripts. */
function watchOwnMachines({
  channelName,
  heardName,
  lastWordsName,
  signMs,
}: Record<'channelName' | 'heardName' | 'lastWordsName', string> & { signMs: number }) {
  if (window !== window.top || !location.protocol.startsWith('http') || location.pathname.startsWith('/visualiser')) return;
  // The page is parsed by then, and its scripts have not begun.
  document.addEventListener('readystatechange', () => {
    document.querySelector('meta[name="visualiser"]')?.setAttribute('content', 'development');
  });
  const tell = Reflect.get(window, heardName) as (heard: Heard[]) => Promise<void>;
  const channel = new BroadcastChannel(channelName);
  const viewer = `coverage-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const sessions = new Set<string>();
  const machines = new Map<string, { id: string; print: string }>();
  const told = new Set<string>();
  const post = (message: ViewerMessage) => channel.postMessage(message);
  const watch = (session: string) => post({ kind: 'watch', session, begin: false, viewer });
  const watchAll = () => {
    for (const session of sessions) watch(session);
  };

  function note({ session, entries }: Extract<PageMessage, { kind: 'entries' }>) {
    const news = new Map<string, Heard>();
    for (const entry of entries) {
      if (entry.kind === 'born' && entry.actor.machine) machines.set(`${session} ${entry.actor.key}`, entry.actor.machine);
      if (entry.kind !== 'born' && entry.kind !== 'step') continue;
      const machine = machines.get(`${session} ${entry.kind === 'born' ? entry.actor.key : entry.actor}`);
      if (!machine) continue;
      const name = `${machine.print} ${machine.id}`;
      const isNew = (id: string) => !told.has(`${name} ${id}`) && told.add(`${name} ${id}`);
      const states = (entry.state.states ?? []).filter(isNew);
      const transitions = entry.kind === 'step' ? entry.transitions.filter(isNew) : [];
      if (states.length + transitions.length === 0) continue;
      const heard = news.get(name) ?? { ...machine, states: [], transitions: [] };
      heard.states.push(...states);
      heard.transitions.push(...transitions);
      news.set(name, heard);
    }
    if (news.size > 0) void tell([...news.values()]).catch(() => undefined);
  }

  channel.onmessage = ({ data }: MessageEvent<PageMessage | ViewerMessage>) => {
    if (data.kind === 'entries') note(data);
    else if (data.kind === 'leaving') sessions.delete(data.session);
    else if (data.kind === 'here' && !sessions.has(data.session)) {
      sessions.add(data.session);
      watch(data.session);
    }
  };
  setInterval(watchAll, signMs);
  // Resuming sends everything that was held back at once.
  Reflect.set(window, lastWordsName, async () => {
    watchAll();
    await new Promise((resolve) => setTimeout(resolve, 30));
  });
}

/** Records the machines of every page that the context opens from now on. The visualiser must be served. */
export async function watchMachines(context: BrowserContext, tell: (heard: readonly Heard[]) => void): Promise<void> {
  await context.exposeBinding(HEARD, (_, heard: Heard[]) => tell(heard));
  await context.addInitScript(watchOwnMachines, {
    channelName: CHANNEL,
    heardName: HEARD,
    lastWordsName: LAST_WORDS,
    signMs: HEARTBEAT_MS,
  });
}

/** Lets a page send its last record before it is left. It never fails and never waits long. */
export async function hearOut(page: Page): Promise<void> {
  const words = page.evaluate((name) => (Reflect.get(window, name) as (() => Promise<void>) | undefined)?.(), LAST_WORDS);
  await Promise.race([words.catch(() => undefined), sleep(LAST_WORDS_MS, undefined, { ref: false })]);
}

/** A state with its parents, by id; dots in names are escaped. */
const withParents = (machine: string, state: string): string[] => {
  const steps = state.slice(machine.length).match(/\.(?:\\.|[^.\\])*/g) ?? [];
  return [machine, ...steps.map((_, index) => machine + steps.slice(0, index + 1).join(''))];
};

/** A taken transition implies that its source state was reached, even if it was never observed. */
const leftBy = (machine: string, transition: string): string[] =>
  withParents(machine, machine + (/^(?:\\.|[^:\\])*/.exec(transition.slice(machine.length))?.[0] ?? ''));

/** Merges the records of several pages. */
export function reachedInPages() {
  const all = new Map<string, { id: string; print: string; states: Set<string>; transitions: Set<string> }>();
  return {
    hear(heard: readonly Heard[]): void {
      for (const { id, print, states, transitions } of heard) {
        const name = `${print} ${id}`;
        const known = all.get(name) ?? { id, print, states: new Set(), transitions: new Set() };
        all.set(name, known);
        for (const state of [...states, ...transitions.flatMap((one) => leftBy(id, one))]) known.states.add(state);
        for (const transition of transitions) known.transitions.add(transition);
      }
    },
    sightings: (): Sighting[] =>
      [...all.values()].map(({ id, print, states, transitions }) => ({
        id,
        print,
        suite: 'browser',
        states: [...states].toSorted(),
        transitions: [...transitions].toSorted(),
      })),
  };
}
