import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { jsonDiff, valueText } from './json-diff.ts';
import './diff-table.css';

interface DiffTableProps {
  /** Read out before the table. */
  label: string;
  /** JSON values; null where there was or is nothing. */
  before: unknown;
  after: unknown;
  /** Said when nothing differs. */
  noneText: string;
}

/** What was, and what came of it: one row for each field that is not as it was. */
export function DiffTable({ label, before, after, noneText }: DiffTableProps) {
  const t = useText();
  const changes = jsonDiff(before, after);
  if (changes.length === 0) return <p className="ads-diff-none">{noneText}</p>;
  return (
    <table className="ads-diff" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('ui.conflictField')}</th>
          <th scope="col">{t('ui.before')}</th>
          <th scope="col">{t('ui.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.field}</th>
            <td className={change.before === undefined ? undefined : 'ads-diff-before'}>
              {valueText(change.before) === undefined ? DASH : <del>{valueText(change.before)}</del>}
            </td>
            <td className={change.after === undefined ? undefined : 'ads-diff-after'}>
              {valueText(change.after) === undefined ? DASH : <ins>{valueText(change.after)}</ins>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
