import type { Place } from '#catalogue/machines/catalogue-place.ts';
import { termsOf } from '#src/ui/list/search-terms.ts';
import type { Catalogue, Words } from '../catalogue.ts';
import { toSchemaLines } from './schema-lines.ts';

/** Matches that name and summary do not show. */
export interface Evidence {
  kind: 'request' | 'reply' | 'reason' | 'state' | 'machine';
  texts: string[];
}

export interface SearchItem {
  key: string;
  kind: 'call' | 'reason' | 'state';
  place: Place;
  /** `roles.list`, `NOT_FOUND`, or the name of a state. */
  name: string;
  /** Path of a call, code of a reason. */
  detail: string;
  words: Words;
  evidence: Evidence[];
}

export interface SearchResult {
  item: SearchItem;
  evidence: Evidence[];
}

const removeDuplicates = (paths: readonly string[]): string[] => [...new Set(paths.filter((path) => path !== ''))];

/** Collects everything that can be found, including all field paths. */
export function createSearchItems({ calls, reasons, states }: Catalogue): SearchItem[] {
  return [
    ...calls.map((call): SearchItem => {
      const listPaths = (schema: typeof call.request) => removeDuplicates(toSchemaLines(schema).map(({ path }) => path));
      return {
        key: `call ${call.name}`,
        kind: 'call',
        place: { kind: 'call', name: call.name, example: '' },
        name: call.name,
        detail: call.path,
        words: call.summary,
        evidence: [
          { kind: 'request', texts: listPaths(call.request) },
          { kind: 'reply', texts: listPaths(call.reply) },
          { kind: 'reason', texts: call.reasons.own },
          { kind: 'state', texts: removeDuplicates(call.examples.flatMap((one) => one.states.map(({ name }) => name))) },
          { kind: 'machine', texts: removeDuplicates(call.uses.flatMap(({ service, machines }) => [service, ...machines])) },
        ],
      };
    }),
    ...reasons.map(
      ({ reason, code, meaning }): SearchItem => ({
        key: `reason ${reason}`,
        kind: 'reason',
        place: { kind: 'reasons', reason },
        name: reason,
        detail: String(code),
        words: meaning,
        evidence: [],
      }),
    ),
    ...states.map(
      ({ name, meaning }): SearchItem => ({
        key: `state ${name}`,
        kind: 'state',
        place: { kind: 'states', name },
        name,
        detail: '',
        words: meaning,
        evidence: [],
      }),
    ),
  ];
}

const getLastPart = (path: string): string => (path.split('.').at(-1) ?? path).replaceAll('[]', '').toLowerCase();

/** Rank of a term in the item's own line; 0 if it does not match. */
function rankHead({ name, detail, words }: SearchItem, term: string): number {
  const lowerCase = name.toLowerCase();
  if (lowerCase === term) return 100;
  if (lowerCase.startsWith(term)) return 80;
  if (lowerCase.includes(term)) return 60;
  if (detail.toLowerCase().includes(term)) return 50;
  if (words.zh.toLowerCase().includes(term) || words.en.toLowerCase().includes(term)) return 40;
  return 0;
}

function rankEvidence({ evidence }: SearchItem, term: string): number {
  let best = 0;
  for (const { texts } of evidence) {
    for (const text of texts) {
      if (text.toLowerCase() === term || getLastPart(text) === term) best = Math.max(best, 30);
      else if (text.toLowerCase().includes(term)) best = Math.max(best, 20);
    }
  }
  return best;
}

/** Items that contain every term, best first, otherwise in the order of the catalogue. */
export function searchItems(items: readonly SearchItem[], query: string): SearchResult[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  const ranked = items.flatMap((item) => {
    const scores = terms.map((term) => rankHead(item, term) || rankEvidence(item, term));
    if (scores.includes(0)) return [];
    // Terms that the item's own line shows need no further evidence.
    const hidden = terms.filter((term) => rankHead(item, term) === 0);
    const evidence = item.evidence.flatMap(({ kind, texts }) => {
      const hits = texts.filter((text) => hidden.some((term) => text.toLowerCase().includes(term)));
      return hits.length > 0 ? [{ kind, texts: hits }] : [];
    });
    return [{ item, evidence, score: scores.reduce((sum, one) => sum + one, 0) }];
  });
  return ranked.toSorted((a, b) => b.score - a.score).map(({ item, evidence }) => ({ item, evidence }));
}
