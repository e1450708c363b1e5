import type { Selectable } from 'kysely';
import type { AlertRow } from '#contracts/endpoints/alerts.ts';
import type { AlertTable } from '#server/database/schema-facts.ts';
import { alertTexts } from '../alerts.ts';

/** An alert as the calls return it, in the reader's language and time zone. `closed_at` is that of its incident. */
export function toAlertRow(
  { id, level, kind, data, link, read_at, created_at, closed_at }: Selectable<AlertTable> & { closed_at: Date | null },
  reader: Parameters<typeof alertTexts>[2],
): AlertRow {
  return {
    id,
    level,
    kind,
    ...alertTexts(kind, data, reader),
    link,
    read_at: read_at?.toISOString() ?? null,
    resolved_at: closed_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
