import type { RecentError } from '#machines/recent-errors/recent-errors.machine.ts';
import type { useText } from '#src/locale/text-provider.tsx';

type Text = ReturnType<typeof useText>;

/** What is known of an error, in words and in the order in which it is read; what is not known is left out. */
export function factsOf(
  { at, kind, message, path, method, code, reason, traceId, status, requestId, page }: RecentError,
  t: Text,
  { time, release }: { time: string; release: string },
): [name: string, value: string][] {
  const facts: [string, string | undefined][] = [
    [t('errors.time'), `${time} (${at})`],
    [t('errors.kind'), t(`errors.kind.${kind}`)],
    [t('errors.request'), path && `${method} ${path}`],
    [t('errors.code'), code === undefined ? undefined : String(code)],
    [t('errors.reason'), reason],
    ['HTTP', status === undefined || status === 0 ? undefined : String(status)],
    [t('errors.message'), message],
    [t('ui.traceId'), traceId],
    [t('errors.requestId'), requestId === traceId ? undefined : requestId],
    [t('errors.page'), page],
    [t('errors.release'), release || t('errors.dev')],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** An error as one block of text, to be passed on. */
export const reportOf = (facts: readonly [name: string, value: string][]): string =>
  facts.map(([name, value]) => `${name}: ${value}`).join('\n');
