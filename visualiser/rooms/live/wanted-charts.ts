import type { ChannelFact } from '#visualiser/machines/live-context.ts';
import type { RecordedEntry } from '../../model/recording.ts';

const listPrints = (entries: readonly RecordedEntry[]): string[] =>
  entries.flatMap((entry) => (entry.kind === 'born' && entry.actor.machine ? [entry.actor.machine.print] : []));

/**
 * Asks for the charts of all machines that appear and that the gallery lacks, so that a saved recording carries them. `loadPrints` gives the
 * prints of the gallery.
 */
export function createChartRequests(loadPrints: () => Promise<ReadonlySet<string>>, ask: (session: string, print: string) => void) {
  const asked = new Set<string>();
  return async (fact: ChannelFact): Promise<void> => {
    if (fact.type !== 'entries.received') return;
    const { session } = fact;
    const fresh = [...new Set(listPrints(fact.entries))].filter((print) => !asked.has(`${session} ${print}`));
    if (fresh.length === 0) return;
    for (const print of fresh) asked.add(`${session} ${print}`);
    const known = await loadPrints().catch(() => new Set<string>());
    for (const print of fresh) if (!known.has(print)) ask(session, print);
  };
}
