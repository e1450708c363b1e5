import { DASH } from '#src/locale/format.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';

interface Props {
  one: { label: string } | null;
  /** Where its list is. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** What is shown in place of its name. */
  text?: string;
}

/** The name of a record, which leads to the list that has it; plain for those who may not open that list. */
export function RecordLink({ one, path, query = {}, text = one?.label ?? DASH }: Props) {
  const { canOpen } = useViewer();
  if (one === null || !canOpen(path)) return <NameText text={text} />;
  return <NameText text={text} to={`${path}?${new URLSearchParams({ ...query, keyword: one.label })}`} />;
}
