import { useId, useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import type { JsonSchema } from '../catalogue.ts';
import { LimitText, limitKey } from './limit-text.tsx';
import { promisedIn, type SchemaLine, schemaLines } from './schema-lines.ts';
import { useWords } from './shelf.tsx';
import { WideTable } from './wide-table.tsx';

interface SchemaTableProps {
  label: string;
  schema: JsonSchema;
  /** Paths that the console reads; undefined for a request, which it writes. */
  promised?: readonly string[];
}

interface DrawnLine extends SchemaLine {
  key: string;
  /** Keys of the lines it lies below. */
  above: string[];
  isRead: boolean;
}

function drawn(lines: readonly SchemaLine[], isRead: (path: string) => boolean): DrawnLine[] {
  const open: string[] = [];
  return lines.map((line, index) => {
    open.length = line.depth;
    const key = `${index}`;
    const above = open.filter((one) => one !== undefined);
    open[line.depth] = key;
    return { ...line, key, above, isRead: isRead(line.path) };
  });
}

interface LineProps {
  line: DrawnLine;
  isFolded: boolean;
  isHidden: boolean;
  columns: Columns;
  onFold: () => void;
}

/** Columns that say the same on every line say nothing. */
interface Columns {
  presence: boolean;
  reads: boolean;
  /** Room for what folds. */
  folds: boolean;
}

function FieldLine({ line, isFolded, isHidden, columns, onFold }: LineProps) {
  const t = useText();
  const words = useWords();
  const { path, name, depth, type, format, required, values, limits, unit, note, variant, repeats, hasChildren, isRead } = line;
  const shown = variant ? t('contracts.variant', variant) : name || t('contracts.whole');
  return (
    <tr hidden={isHidden} className={columns.reads && isRead ? 'ads-cat-read' : undefined}>
      <th scope="row" style={{ paddingLeft: `${(columns.folds ? 4 : 12) + depth * 20}px` }}>
        <span className="ads-cat-field">
          {hasChildren ? (
            <IconButton
              label={t(isFolded ? 'contracts.unfoldField' : 'contracts.foldField', { field: path || shown })}
              icon={isFolded ? <IconCaretRight /> : <IconCaretDown />}
              expanded={!isFolded}
              onClick={onFold}
            />
          ) : (
            columns.folds && <span className="ads-cat-no-fold" />
          )}
          <span className={variant || !name ? 'ads-cat-quiet' : 'ads-cat-code'} title={path}>
            {shown}
          </span>
        </span>
      </th>
      <td className="ads-cat-code">
        {type}
        {format && <span className="ads-cat-quiet"> {format}</span>}
        {repeats !== undefined && <div className="ads-cat-quiet">{t('contracts.repeats', { path: repeats || t('contracts.whole') })}</div>}
      </td>
      {columns.presence && (
        <td>
          {required === true && t('contracts.required')}
          {required === false && <span className="ads-cat-quiet">{t('contracts.optional')}</span>}
        </td>
      )}
      {columns.reads && <td>{isRead && <span className="ads-cat-reads">{t('contracts.reads')}</span>}</td>}
      <td>
        {note && <span className="ads-cat-note">{words(note)}</span>}
        <span className="ads-cat-values">
          {values.map((value) => (
            <code key={value}>{value}</code>
          ))}
          {limits.map((limit) => (
            <span key={limitKey(limit)} className="ads-cat-quiet">
              <LimitText limit={limit} />
            </span>
          ))}
          {unit && (
            <span className="ads-cat-quiet">
              {t('contracts.unit')} <code>{unit}</code>
            </span>
          )}
        </span>
      </td>
    </tr>
  );
}

/** A schema, one field a line, each below what it lies in. */
export function SchemaTable({ label, schema, promised }: SchemaTableProps) {
  const t = useText();
  const boxId = useId();
  const lines = useMemo(() => drawn(schemaLines(schema), promisedIn(promised ?? [])), [schema, promised]);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [readsOnly, setReadsOnly] = useState(false);
  const hasReads = promised !== undefined && promised.length > 0;
  const foldable = lines.filter(({ hasChildren }) => hasChildren);
  const columns: Columns = {
    presence: lines.some(({ required }) => required === false),
    reads: hasReads,
    folds: foldable.length > 0,
  };
  if (lines.length === 0) return <p className="ads-cat-quiet">{t('contracts.noFields')}</p>;
  const toggle = (key: string) =>
    setFolded((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  return (
    <>
      {(hasReads || foldable.length > 1) && (
        <div className="ads-cat-tools">
          {hasReads && (
            <label htmlFor={boxId}>
              <CheckBox id={boxId} checked={readsOnly} onChange={setReadsOnly} /> {t('contracts.readsOnly')}
            </label>
          )}
          {foldable.length > 1 && (
            <button
              type="button"
              className="ads-link-button"
              onClick={() => setFolded(folded.size > 0 ? new Set() : new Set(foldable.map(({ key }) => key)))}
            >
              {t(folded.size > 0 ? 'contracts.unfoldAll' : 'contracts.foldAll')}
            </button>
          )}
        </div>
      )}
      <WideTable label={label} className="ads-cat-schema">
        <thead>
          <tr>
            <th scope="col" className={columns.folds ? 'ads-cat-folds' : undefined}>
              {t('contracts.field')}
            </th>
            <th scope="col">{t('contracts.type')}</th>
            {columns.presence && <th scope="col">{t('contracts.presence')}</th>}
            {columns.reads && <th scope="col">{t('contracts.console')}</th>}
            <th scope="col">{t('contracts.note')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <FieldLine
              key={line.key}
              line={line}
              isFolded={folded.has(line.key)}
              isHidden={line.above.some((key) => folded.has(key)) || (readsOnly && hasReads && !line.isRead)}
              columns={columns}
              onFold={() => toggle(line.key)}
            />
          ))}
        </tbody>
      </WideTable>
    </>
  );
}
