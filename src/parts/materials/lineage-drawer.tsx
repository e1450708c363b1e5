import { useSelector } from '@xstate/react';
import { materialStatusWords } from '#contracts/vocabulary/materials.ts';
import type { MaterialVersion } from '#machines/parts/materials/material-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DetailDrawer } from '#src/ui/form/form-drawer.tsx';
import { EmptyBlock, ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import type { LibraryParts } from './library-parts.ts';
import { materialStatusKinds } from './material-words.ts';
import './materials.css';

interface Placed {
  version: MaterialVersion;
  depth: number;
}

/** Each below what it was cut from; what came of something the reader may not see stands at the top. */
export function inDescent(versions: readonly MaterialVersion[]): Placed[] {
  const below = (parent: number | null, depth: number): Placed[] =>
    versions.filter(({ parent_id }) => parent_id === parent).flatMap((version) => [{ version, depth }, ...below(version.id, depth + 1)]);
  const orphans = versions.filter(({ parent_id }) => parent_id !== null && !versions.some(({ id }) => id === parent_id));
  return [...below(null, 0), ...orphans.flatMap((version) => [{ version, depth: 0 }, ...below(version.id, 1)])];
}

/** All that goes back to the same material, each below what it was cut from. */
export function LineageDrawer({ lineage }: Pick<LibraryParts, 'lineage'>) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const row = useSelector(lineage, (state) => (state.hasTag('open') ? state.context.subject : undefined));
  const { answer, failure, refresh } = useDetail(lineage);
  if (!row) return null;
  return (
    <DetailDrawer open title={t('materials.lineageTitle', { title: row.title })} onClose={() => lineage.send({ type: 'detail.closed' })}>
      {failure && <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />}
      {!failure && !answer && <LoadingBlock />}
      {answer && answer.length <= 1 && <EmptyBlock text={t('materials.lineageAlone')} />}
      {answer && answer.length > 1 && (
        <ul className="ads-lineage" aria-label={t('materials.lineage')}>
          {inDescent(answer).map(({ version, depth }) => (
            <li key={version.id} style={{ paddingLeft: depth * 24 }}>
              <span className={version.id === row.id ? 'ads-lineage-own' : undefined}>{version.label}</span>{' '}
              <StatusTag kind={materialStatusKinds[version.status]} text={w(materialStatusWords[version.status])} />
              <br />
              <small className="ads-quiet ads-numbers">
                {version.code} · {format.instant(version.created_at)}
                {version.id === row.id && ` · ${t('materials.lineageThis')}`}
              </small>
            </li>
          ))}
        </ul>
      )}
    </DetailDrawer>
  );
}
