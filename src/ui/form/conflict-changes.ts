/** A field that has changed since the form was opened. */
export interface ConflictChange {
  label: string;
  /** The three values in words: when the form was opened, the latest saved one, and the typed one. */
  start: string;
  latest: string;
  mine: string;
  /** Who changed it. */
  by: 'me' | 'them' | 'both';
}

export interface FormConflict {
  by: string;
  /** Instant. */
  at: string;
  changes: ConflictChange[];
}

interface Collision<Values> {
  conflict: { by: string; at: string; latest: { values: Values } } | undefined;
  origin: Values;
  values: Values;
}

/** Lists which fields the user and the other user changed, with their values formatted by the form. */
export function conflictChanges<Values, Field extends string>(
  { conflict, origin, values }: Collision<Values>,
  labels: Record<Field, string>,
  words: (values: Values) => Record<Field, string>,
): FormConflict | undefined {
  if (!conflict) return undefined;
  const [start, latest, mine] = [words(origin), words(conflict.latest.values), words(values)];
  const changes = (Object.keys(labels) as Field[]).flatMap((field): ConflictChange[] => {
    const isMine = mine[field] !== start[field];
    const isTheirs = latest[field] !== start[field];
    if (!isMine && !isTheirs) return [];
    const by = isMine && isTheirs ? 'both' : isMine ? 'me' : 'them';
    return [{ label: labels[field], start: start[field], latest: latest[field], mine: mine[field], by }];
  });
  return { by: conflict.by, at: conflict.at, changes };
}
