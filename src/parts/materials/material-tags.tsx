import type { MaterialRow } from '#machines/parts/materials/material-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { TagLine } from '#src/ui/text/tag-line.tsx';
import { failText } from './fail-text.ts';
import { materialKinds } from './material-words.ts';

/** The state of a material, with why it failed on hover. */
export function MaterialStatusTag({ row: { status, fail_reason } }: { row: Pick<MaterialRow, 'status' | 'fail_reason'> }) {
  const t = useText();
  return <StatusTag kind={materialKinds[status]} text={t(`materials.status.${status}`)} hint={failText(fail_reason, t)} />;
}

/** How well it did; nothing for most. */
export function HitTag({ level }: { level: MaterialRow['hit_level'] }) {
  const t = useText();
  if (level === 'none') return null;
  return <StatusTag kind={level === 'hit' ? 'ok' : 'warn'} text={t(`materials.hit.${level}`)} />;
}

/** What somebody tagged it with. */
export function WordTags({ words }: { words: readonly string[] }) {
  return <TagLine tags={words.map((word) => ({ key: word, text: word }))} />;
}
