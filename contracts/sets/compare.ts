import { type ApiDocument, compareDocuments } from './compare-documents.ts';
import { compareReplies } from './compare-replies.ts';
import { compareRequests, requestKey } from './compare-requests.ts';
import { compareStates, findRenamedStates, stateRenamed, withStateNames } from './compare-states.ts';
import { type Change, callOf, change, type Difference } from './difference.ts';
import type { Interaction } from './interaction.ts';
import type { PactSet } from './pact-set.ts';

interface Exchange {
  resource: string;
  interaction: Interaction;
}

interface Pair {
  older: Exchange;
  newer: Exchange;
}

const exchangesOf = ({ pacts }: PactSet): Exchange[] =>
  pacts.flatMap(({ resource, interactions }) => interactions.map((interaction) => ({ resource, interaction })));

const named = ({ resource, interaction }: Exchange): string => `${resource}/${interaction.description}`;

/** The exchanges of a set by request and states. */
function byAsking(exchanges: readonly Exchange[]): Map<string, Exchange[]> {
  const found = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const asked = requestKey(exchange.interaction);
    found.set(asked, [...(found.get(asked) ?? []), exchange]);
  }
  return found;
}

/** Pairs the same exchanges of two sets: by name, or by request when the name changed. */
function paired(older: readonly Exchange[], newer: readonly Exchange[]) {
  const left = new Map(newer.map((exchange) => [named(exchange), exchange]));
  const pairs: Pair[] = [];
  const unnamed = older.filter((exchange) => {
    const twin = left.get(named(exchange));
    if (!twin) return true;
    left.delete(named(exchange));
    pairs.push({ older: exchange, newer: twin });
    return false;
  });
  const added = byAsking([...left.values()]);
  const removed = unnamed.filter((exchange) => {
    const twin = added.get(requestKey(exchange.interaction))?.shift();
    if (twin) pairs.push({ older: exchange, newer: twin });
    return !twin;
  });
  return { pairs, removed, added: [...added.values()].flat() };
}

const differenceOf = (call: string, { resource, interaction }: Exchange, isWholeCall: boolean, one: Change): Difference => {
  const description = isWholeCall ? null : interaction.description;
  const id = [one.kind, description === null ? call : `${resource}: ${description}`, ...(one.place === '' ? [] : [one.place])].join(': ');
  const { zh, en } = one.words;
  const words = description === null ? one.words : { zh: `「${description}」:${zh}`, en: `"${description}": ${en}` };
  return { id, call, resource, interaction: description, ...one, words };
};

const sameOnes = (changes: readonly Difference[]): Difference[] => {
  const byId = new Map<string, Difference>();
  for (const one of changes) {
    const known = byId.get(one.id);
    const worse = (side: 'consoles' | 'backends') => (known?.[side] === 'breaks' ? 'breaks' : one[side]);
    byId.set(one.id, { ...(known ?? one), consoles: worse('consoles'), backends: worse('backends') });
  }
  return [...byId.values()];
};

/** States of the older set that have another name in the newer one. Exchanges are paired by name only, because requests include states. */
function findRenames(older: readonly Exchange[], newer: readonly Exchange[]): Map<string, string> {
  const byName = new Map(newer.map((exchange) => [named(exchange), exchange.interaction]));
  const pairs = older.flatMap((exchange) => {
    const twin = byName.get(named(exchange));
    return twin ? [[exchange.interaction, twin] as const] : [];
  });
  const all = (exchanges: readonly Exchange[]) => exchanges.map(({ interaction }) => interaction);
  return findRenamedStates(pairs, all(older), all(newer));
}

/**
 * The differences of two sets and whom they break; empty when both contain the same agreement, however it is written.
 * A pact promises no more than it says: a backend that keeps only the newer set need not keep promises of the older one.
 */
export function compareSets(older: PactSet, newer: PactSet): Difference[] {
  const after = exchangesOf(newer);
  const asWritten = exchangesOf(older);
  const renames = findRenames(asWritten, after);
  const before = asWritten.map((one) => ({ ...one, interaction: withStateNames(one.interaction, renames) }));
  const [asksBefore, asksAfter] = [byAsking(before), byAsking(after)];
  const calls = (exchanges: readonly Exchange[]) => new Map(exchanges.map((exchange) => [callOf(exchange.interaction), exchange]));
  const [from, to] = [calls(before), calls(after)];

  /** Whether another exchange of the newer set promises at least as much. */
  const isStillPromised = ({ interaction }: Exchange) =>
    (asksAfter.get(requestKey(interaction)) ?? []).some((one) =>
      compareReplies(interaction, one.interaction).every(({ consoles }) => consoles === 'safe'),
    );
  /** Whether another exchange of the older set promises at least as much. */
  const wasPromised = ({ interaction }: Exchange) =>
    (asksBefore.get(requestKey(interaction)) ?? []).some((one) =>
      compareReplies(one.interaction, interaction).every(({ backends }) => backends === 'safe'),
    );

  const { pairs, removed, added } = paired(before, after);
  const found: Difference[] = [...renames].flatMap(([name, to]) => {
    const exchange = asWritten.find(({ interaction }) => interaction.providerStates?.some((state) => state.name === name));
    return exchange ? [differenceOf(callOf(exchange.interaction), exchange, true, stateRenamed(name, to))] : [];
  });
  for (const [call, exchange] of from)
    if (!to.has(call))
      found.push(
        differenceOf(call, exchange, true, change('call-removed', '', '不再调用', 'the call is no longer made', 'breaks', 'safe')),
      );
  for (const [call, exchange] of to)
    if (!from.has(call))
      found.push(differenceOf(call, exchange, true, change('call-added', '', '新增调用', 'the call is made now', 'safe', 'breaks')));

  for (const pair of pairs) {
    const [was, is] = [pair.older.interaction, pair.newer.interaction];
    const isMoved = !to.has(callOf(was)) && !from.has(callOf(is));
    const changes = [
      ...(named(pair.older) === named(pair.newer) ? [] : [renamed(pair)]),
      ...compareRequests(was, is).filter(({ kind }) => !(isMoved && ['request-path', 'request-method'].includes(kind))),
      ...compareStates(was, is),
      ...compareReplies(was, is),
    ];
    if (changes.length === 0) continue;
    const [kept, known] = [isStillPromised(pair.older), wasPromised(pair.newer)];
    found.push(
      ...changes.map((one) =>
        differenceOf(callOf(was), pair.older, false, {
          ...one,
          ...(kept && { consoles: 'safe' as const }),
          ...(known && { backends: 'safe' as const }),
        }),
      ),
    );
  }
  for (const exchange of removed) {
    const call = callOf(exchange.interaction);
    if (!to.has(call)) continue;
    const consoles = isStillPromised(exchange) ? 'safe' : 'breaks';
    found.push(differenceOf(call, exchange, false, change('exchange-removed', '', '不再约定', 'is no longer promised', consoles, 'safe')));
  }
  for (const exchange of added) {
    const call = callOf(exchange.interaction);
    if (!from.has(call)) continue;
    const backends = wasPromised(exchange) ? 'safe' : 'breaks';
    found.push(differenceOf(call, exchange, false, change('exchange-added', '', '新增约定', 'is promised now', 'safe', backends)));
  }
  return sameOnes([...found, ...documentDifferences(older, newer, { from, to }, found)]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const renamed = ({ newer }: Pair): Change => {
  const to = `${newer.resource}: ${newer.interaction.description}`;
  return change('exchange-renamed', '', `改名为 ${to}`, `is called "${to}" now`, 'safe', 'safe');
};

/** Differences of calls that both sets make, without those that a pact already shows. */
function documentDifferences(
  older: PactSet,
  newer: PactSet,
  calls: Record<'from' | 'to', ReadonlyMap<string, Exchange>>,
  told: readonly Difference[],
): Difference[] {
  const [before, after] = [older.document, newer.document];
  if (!before || !after) return [];
  const isTold = (call: string, one: Change) =>
    told.some(
      (known) =>
        known.call === call &&
        known.place === one.place &&
        (['consoles', 'backends'] as const).every((side) => one[side] === 'safe' || known[side] === 'breaks'),
    );
  return compareDocuments(before as ApiDocument, after as ApiDocument).flatMap(({ call, change: one }) => {
    const exchange = calls.to.get(call);
    return exchange && calls.from.has(call) && !isTold(call, one) ? [differenceOf(call, exchange, true, one)] : [];
  });
}
