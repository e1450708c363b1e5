import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import type { Difference } from './difference.ts';
import type { PactSet } from './pact-set.ts';

export type Language = keyof Words;

const TEXTS = {
  same: { zh: '两者约定相同', en: 'both hold the same agreement' },
  noDocument: {
    zh: '其中一方没有 OpenAPI 文档:请求可用的取值未作比较',
    en: 'one of them has no OpenAPI document: which values a request may hold was not compared',
  },
  consoles: { zh: '影响旧版控制台', en: 'breaks consoles' },
  backends: { zh: '后端须先改动', en: 'backends change first' },
  safe: { zh: '无影响', en: 'safe' },
} as const satisfies Record<string, Words>;

const summary = (differences: readonly Difference[]): Words => {
  const consoles = differences.filter((one) => one.consoles === 'breaks').length;
  const backends = differences.filter((one) => one.backends === 'breaks').length;
  return {
    zh: `${differences.length} 处不同:${consoles} 处影响旧版控制台,${backends} 处要求后端先改动`,
    en: `differences: ${differences.length}; breaking for consoles: ${consoles}; backends have to change first for: ${backends}`,
  };
};

function verdictOf({ consoles, backends }: Difference, versions: readonly string[], language: Language): string {
  const sides = [
    ...(consoles === 'breaks' ? [[TEXTS.consoles[language], ...versions].join(' ')] : []),
    ...(backends === 'breaks' ? [TEXTS.backends[language]] : []),
  ];
  return sides.length > 0 ? sides.join(language === 'zh' ? ',' : ', ') : TEXTS.safe[language];
}

/** Describes the differences of two sets by call. `versions`: the supported releases that a difference breaks, by its id. */
export function report(
  older: PactSet,
  newer: PactSet,
  differences: readonly Difference[],
  language: Language,
  versions: ReadonlyMap<string, readonly string[]> = new Map(),
): string {
  const calls = [...new Set(differences.map(({ call }) => call))].toSorted();
  return [
    `${older.name} → ${newer.name}: ${differences.length === 0 ? TEXTS.same[language] : summary(differences)[language]}`,
    ...(older.document && newer.document ? [] : [TEXTS.noDocument[language]]),
    ...calls.flatMap((call) => [
      '',
      call,
      ...differences
        .filter((one) => one.call === call)
        .map((one) => `  [${verdictOf(one, versions.get(one.id) ?? [], language)}] ${one.words[language]}`),
    ]),
    '',
  ].join('\n');
}
