import { fieldInWords, valueInWords } from '#contracts/rules/change-words.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { jsonDiff, valueText } from './json-diff.ts';
import './diff-table.css';

interface DiffTableProps {
  /** Accessible name of the table. */
  label: string;
  /** JSON values; null where there is nothing. */
  before: unknown;
  after: unknown;
  /** Shown when nothing differs. */
  noneText: string;
  /** Currency of the changed object, for its amounts. */
  currency?: string | null;
}

const Value = ({ as: Tag, text }: { as: 'del' | 'ins'; text: string | undefined }) => (text === undefined ? DASH : <Tag>{text}</Tag>);

/** Old and new values, one row per changed field. */
export function DiffTable({ label, before, after, noneText, currency = null }: DiffTableProps) {
  const t = useText();
  const format = useFormat();
  const language = useLocaleName() === 'en' ? 'en' : 'zh';
  const reading = { language, currency, money: format.money } as const;
  const text = (field: string, value: unknown, whole: unknown) => valueInWords(field, value, whole, reading) ?? valueText(value);
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
            <th scope="row">{fieldInWords(change.field, language)}</th>
            <td className={change.before === undefined ? undefined : 'ads-diff-before'}>
              <Value as="del" text={text(change.field, change.before, before)} />
            </td>
            <td className={change.after === undefined ? undefined : 'ads-diff-after'}>
              <Value as="ins" text={text(change.field, change.after, after)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
