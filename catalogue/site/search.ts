import type { Place } from '#catalogue/machines/catalogue-place.ts';
import { termsOf } from '#src/ui/list/search-terms.ts';
import type { Catalogue, Words } from '../catalogue.ts';
import { schemaLines } from './schema-lines.ts';

/** Why something was found that its name and its summary do not show. */
export interface Evidence {
  kind: 'request' | 'reply' | 'reason' | 'state' | 'machine';
  texts: string[];
}

export interface Findable {
  key: string;
  kind: 'call' | 'reason' | 'state';
  place: Place;
  /** `roles.list`, `NOT_FOUND`, the name of a state. */
  name: string;
  /** Path of a call, code of a reason. */
  detail: string;
  words: Words;
  inside: Evidence[];
}

export interface Found {
  item: Findable;
  inside: Evidence[];
}

const namesIn = (paths: readonly string[]): string[] => [...new Set(paths.filter((path) => path !== ''))];

/** Everything that can be found in a catalogue. Made once: schemas are read through here. */
export function findables({ calls, reasons, states }: Catalogue): Findable[] {
  return [
    ...calls.map((call): Findable => {
      const paths = (schema: typeof call.request) => namesIn(schemaLines(schema).map(({ path }) => path));
      return {
        key: `call ${call.name}`,
        kind: 'call',
        place: { kind: 'call', name: call.name, example: '' },
        name: call.name,
        detail: call.path,
        words: call.summary,
        inside: [
          { kind: 'request', texts: paths(call.request) },
          { kind: 'reply', texts: paths(call.reply) },
          { kind: 'reason', texts: call.reasons.own },
          { kind: 'state', texts: namesIn(call.examples.flatMap((one) => one.states.map(({ name }) => name))) },
          { kind: 'machine', texts: namesIn(call.uses.flatMap(({ service, machines }) => [service, ...machines])) },
        ],
      };
    }),
    ...reasons.map(
      ({ reason, code, meaning }): Findable => ({
        key: `reason ${reason}`,
        kind: 'reason',
        place: { kind: 'reasons', reason },
        name: reason,
        detail: String(code),
        words: meaning,
        inside: [],
      }),
    ),
    ...states.map(
      ({ name, meaning }): Findable => ({
        key: `state ${name}`,
        kind: 'state',
        place: { kind: 'states', name },
        name,
        detail: '',
        words: meaning,
        inside: [],
      }),
    ),
  ];
}

const lastPart = (path: string): string => (path.split('.').at(-1) ?? path).replaceAll('[]', '').toLowerCase();

/** How near the line of a thing comes to one term; 0 where it does not hold it. */
function headNearness({ name, detail, words }: Findable, term: string): number {
  const folded = name.toLowerCase();
  if (folded === term) return 100;
  if (folded.startsWith(term)) return 80;
  if (folded.includes(term)) return 60;
  if (detail.toLowerCase().includes(term)) return 50;
  if (words.zh.toLowerCase().includes(term) || words.en.toLowerCase().includes(term)) return 40;
  return 0;
}

function insideNearness({ inside }: Findable, term: string): number {
  let best = 0;
  for (const { texts } of inside) {
    for (const text of texts) {
      if (text.toLowerCase() === term || lastPart(text) === term) best = Math.max(best, 30);
      else if (text.toLowerCase().includes(term)) best = Math.max(best, 20);
    }
  }
  return best;
}

/** What holds every term somewhere, nearest first; of equally near ones in the order of the catalogue. */
export function search(items: readonly Findable[], query: string): Found[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  const ranked = items.flatMap((item) => {
    const each = terms.map((term) => headNearness(item, term) || insideNearness(item, term));
    if (each.includes(0)) return [];
    // What its own line shows already needs no further evidence.
    const hidden = terms.filter((term) => headNearness(item, term) === 0);
    const inside = item.inside.flatMap(({ kind, texts }) => {
      const hits = texts.filter((text) => hidden.some((term) => text.toLowerCase().includes(term)));
      return hits.length > 0 ? [{ kind, texts: hits }] : [];
    });
    return [{ item, inside, score: each.reduce((sum, one) => sum + one, 0) }];
  });
  return ranked.toSorted((a, b) => b.score - a.score).map(({ item, inside }) => ({ item, inside }));
}
