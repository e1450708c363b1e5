import { TagLine } from '#src/ui/text/tag-line.tsx';

interface Props {
  refs: readonly { id: number; label: string }[];
  /** The default object, and the text that marks it. */
  standard?: { id: number | undefined; word: string };
}

/** Names of related objects; those without room are named on hover. */
export function RefTags({ refs, standard }: Props) {
  const sorted = standard ? refs.toSorted((a, b) => Number(b.id === standard.id) - Number(a.id === standard.id)) : refs;
  const tags = sorted.map(({ id, label }) => ({
    key: id,
    text: label,
    hint: standard && id === standard.id ? `${label} · ${standard.word}` : label,
  }));
  return <TagLine tags={tags} shown={1} />;
}
