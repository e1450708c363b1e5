import { DASH } from '#src/locale/format.ts';
import { PlainTag } from '#src/ui/status-tag.tsx';

/** As many as stand in one line of a row. */
const SHOWN = 2;

interface Props {
  refs: readonly { id: number; label: string }[];
  /** The one that is taken where none is named, with the word for that. */
  standard?: { id: number | undefined; word: string };
}

/** Names of what something is related to; those that find no room are named on hover. */
export function RefTags({ refs, standard }: Props) {
  const sorted = standard ? refs.toSorted((a, b) => Number(b.id === standard.id) - Number(a.id === standard.id)) : refs;
  const rest = sorted.slice(SHOWN);
  if (sorted.length === 0) return DASH;
  return (
    <>
      {sorted.slice(0, SHOWN).map(({ id, label }) => (
        <PlainTag key={id} text={label} hint={standard && id === standard.id ? `${label} · ${standard.word}` : label} />
      ))}
      {rest.length > 0 && <PlainTag text={`+${rest.length}`} hint={rest.map(({ label }) => label).join(', ')} />}
    </>
  );
}
