import { TagLine } from '#src/ui/text/tag-line.tsx';

interface Props {
  refs: readonly { id: number; label: string }[];
  /** The default object, and the text that marks it. */
  defaultRef?: { id: number | undefined; word: string };
}

/** Names of related objects; those without room are named on hover. */
export function RefTags({ refs, defaultRef }: Props) {
  const sorted = defaultRef ? refs.toSorted((a, b) => Number(b.id === defaultRef.id) - Number(a.id === defaultRef.id)) : refs;
  const tags = sorted.map(({ id, label }) => ({
    key: id,
    text: label,
    hint: defaultRef && id === defaultRef.id ? `${label} · ${defaultRef.word}` : label,
  }));
  return <TagLine tags={tags} shown={1} />;
}
