import { Button } from '@arco-design/web-react';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '../page/block.tsx';
import type { ConflictChange, FormConflict } from './conflict-changes.ts';
import './conflict-remark.css';

interface ConflictRemarkProps {
  conflict: FormConflict;
  busy: boolean;
  onLatest: (() => void) | undefined;
  onOverwrite: (() => void) | undefined;
}

function Row({ label, start, latest, mine, by }: ConflictChange) {
  const t = useText();
  return (
    <tr>
      <th scope="row">
        {label}
        {by === 'both' && <small>{t('ui.conflictBoth')}</small>}
      </th>
      <td>{start || DASH}</td>
      <td>{by === 'me' ? <span className="ads-quiet">{t('ui.conflictUntouched')}</span> : latest || DASH}</td>
      <td>{by === 'them' ? <span className="ads-quiet">{t('ui.conflictUntouched')}</span> : mine || DASH}</td>
    </tr>
  );
}

/** Who saved in the meantime, when and what, with the two ways to continue. */
export function ConflictRemark({ conflict: { by, at, changes }, busy, onLatest, onOverwrite }: ConflictRemarkProps) {
  const t = useText();
  const format = useFormat();
  const own = changes.filter((change) => change.by !== 'them').map(({ label }) => label);
  return (
    <Remark kind="warn" title={t('ui.conflictTitle', { by, at: format.instant(at) })}>
      {changes.length > 0 && (
        <table className="ads-conflict-changes">
          <thead>
            <tr>
              <th scope="col">{t('ui.conflictField')}</th>
              <th scope="col">{t('ui.conflictStart')}</th>
              <th scope="col">{t('ui.conflictLatest')}</th>
              <th scope="col">{t('ui.conflictMine')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Row key={change.label} {...change} />
            ))}
          </tbody>
        </table>
      )}
      <p>{t('ui.conflictLatestMeans')}</p>
      {own.length > 0 && <p>{t('ui.conflictOverwriteMeans', { fields: own.join(t('ui.listComma')) })}</p>}
      <div className="ads-buttons">
        <Button type="primary" onClick={onLatest} disabled={busy} data-autofocus="">
          {t('ui.loadLatest')}
        </Button>
        <Button status="danger" onClick={onOverwrite} loading={busy}>
          {t('ui.overwrite')}
        </Button>
      </div>
    </Remark>
  );
}
