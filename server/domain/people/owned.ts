import type { CallContext } from '../call.ts';

/** Counts the objects of a user by type, without deleted ones; types without objects are left out. */
export async function countOwned(context: Pick<CallContext, 'db' | 'ownership'>, userId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of context.ownership) {
    const count = await kind.count(context.db, userId);
    if (count > 0) counts[kind.type] = count;
  }
  return counts;
}

export async function handOverAll(context: Pick<CallContext, 'db' | 'ownership'>, from: number, to: number): Promise<void> {
  for (const kind of context.ownership) await kind.handOver(context.db, from, to);
}

/** `3 campaigns, 1 scheme` in the reader's language. */
export function describeOwned(context: Pick<CallContext, 'language' | 'ownership'>, counts: Readonly<Record<string, number>>): string {
  return context.ownership
    .filter((kind) => counts[kind.type] !== undefined)
    .map((kind) => (context.language === 'zh' ? `${counts[kind.type]} ${kind.label.zh}` : `${counts[kind.type]} ${kind.label.en}`))
    .join(context.language === 'zh' ? '、' : ', ');
}
