import { hitLevelWords, materialStatusWords } from '#contracts/vocabulary/materials.ts';
import type { MaterialRow } from '#machines/parts/materials/material-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { TagLine } from '#src/ui/text/tag-line.tsx';
import { failText } from './fail-text.ts';
import { materialStatusKinds } from './material-words.ts';

/** The state of a material, with why it failed on hover. */
export function MaterialStatusTag({ row: { status, fail_reason } }: { row: Pick<MaterialRow, 'status' | 'fail_reason'> }) {
  const t = useText();
  const w = useWords();
  return <StatusTag kind={materialStatusKinds[status]} text={w(materialStatusWords[status])} hint={failText(fail_reason, t)} />;
}

/** How well it did; nothing for most. */
export function HitTag({ level }: { level: MaterialRow['hit_level'] }) {
  const w = useWords();
  if (level === 'none') return null;
  return <StatusTag kind={level === 'hit' ? 'ok' : 'warn'} text={w(hitLevelWords[level])} />;
}

/** What somebody tagged it with. */
export function WordTags({ words }: { words: readonly string[] }) {
  return <TagLine tags={words.map((word) => ({ key: word, text: word }))} />;
}
