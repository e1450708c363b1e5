import { useId, useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import type { JsonSchema } from '../catalogue.ts';
import { useWords } from './catalogue-provider.tsx';
import { LimitText, toLimitKey } from './limit-text.tsx';
import { createPromiseCheck, type SchemaLine, toSchemaLines } from './schema-lines.ts';
import { WideTable } from './wide-table.tsx';

interface SchemaTableProps {
  label: string;
  schema: JsonSchema;
  /** Paths that the console reads; undefined for a request. */
  promised?: readonly string[];
}

interface TableLine extends SchemaLine {
  key: string;
  /** Keys of the lines around it. */
  ancestorKeys: string[];
  isRead: boolean;
}

function toTableLines(lines: readonly SchemaLine[], isRead: (path: string) => boolean): TableLine[] {
  const open: string[] = [];
  return lines.map((line, index) => {
    open.length = line.depth;
    const key = `${index}`;
    const ancestorKeys = open.filter((one) => one !== undefined);
    open[line.depth] = key;
    return { ...line, key, ancestorKeys, isRead: isRead(line.path) };
  });
}

interface LineProps {
  line: TableLine;
  isCollapsed: boolean;
  isHidden: boolean;
  columns: Columns;
  onToggle: () => void;
}

/** Columns whose content is the same on every line are hidden. */
interface Columns {
  hasPresence: boolean;
  hasReads: boolean;
  /** Whether to leave room for buttons that collapse lines. */
  canCollapse: boolean;
}

function FieldLine({ line, isCollapsed, isHidden, columns, onToggle }: LineProps) {
  const t = useText();
  const words = useWords();
  const { path, name, depth, type, format, required, values, limits, unit, note, variant, repeats, hasChildren, isRead } = line;
  const label = variant ? t('contracts.variant', variant) : name || t('contracts.whole');
  return (
    <tr hidden={isHidden} className={columns.hasReads && isRead ? 'ads-cat-read' : undefined}>
      <th scope="row" style={{ paddingLeft: `${(columns.canCollapse ? 4 : 12) + depth * 20}px` }}>
        <span className="ads-cat-field">
          {hasChildren ? (
            <IconButton
              label={t(isCollapsed ? 'contracts.unfoldField' : 'contracts.foldField', { field: path || label })}
              icon={isCollapsed ? <IconCaretRight /> : <IconCaretDown />}
              expanded={!isCollapsed}
              onClick={onToggle}
            />
          ) : (
            columns.canCollapse && <span className="ads-cat-no-fold" />
          )}
          <span className={variant || !name ? 'ads-cat-quiet' : 'ads-cat-code'} title={path}>
            {label}
          </span>
        </span>
      </th>
      <td className="ads-cat-code">
        {type}
        {format && <span className="ads-cat-quiet"> {format}</span>}
        {repeats !== undefined && <div className="ads-cat-quiet">{t('contracts.repeats', { path: repeats || t('contracts.whole') })}</div>}
      </td>
      {columns.hasPresence && (
        <td>
          {required === true && t('contracts.required')}
          {required === false && <span className="ads-cat-quiet">{t('contracts.optional')}</span>}
        </td>
      )}
      {columns.hasReads && <td>{isRead && <span className="ads-cat-reads">{t('contracts.reads')}</span>}</td>}
      <td>
        {note && <span className="ads-cat-note">{words(note)}</span>}
        <span className="ads-cat-values">
          {values.map((value) => (
            <code key={value}>{value}</code>
          ))}
          {limits.map((limit) => (
            <span key={toLimitKey(limit)} className="ads-cat-quiet">
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

/** A schema as a table with one field per row. */
export function SchemaTable({ label, schema, promised }: SchemaTableProps) {
  const t = useText();
  const boxId = useId();
  const lines = useMemo(() => toTableLines(toSchemaLines(schema), createPromiseCheck(promised ?? [])), [schema, promised]);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [isReadOnlyShown, setIsReadOnlyShown] = useState(false);
  const hasReads = promised !== undefined && promised.length > 0;
  const collapsible = lines.filter(({ hasChildren }) => hasChildren);
  const columns: Columns = {
    hasPresence: lines.some(({ required }) => required === false),
    hasReads,
    canCollapse: collapsible.length > 0,
  };
  if (lines.length === 0) return <p className="ads-cat-quiet">{t('contracts.noFields')}</p>;
  const toggle = (key: string) =>
    setCollapsed((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  return (
    <>
      {(hasReads || collapsible.length > 1) && (
        <div className="ads-cat-tools">
          {hasReads && (
            <label htmlFor={boxId}>
              <CheckBox id={boxId} checked={isReadOnlyShown} onChange={setIsReadOnlyShown} /> {t('contracts.readsOnly')}
            </label>
          )}
          {collapsible.length > 1 && (
            <button
              type="button"
              className="ads-link-button"
              onClick={() => setCollapsed(collapsed.size > 0 ? new Set() : new Set(collapsible.map(({ key }) => key)))}
            >
              {t(collapsed.size > 0 ? 'contracts.unfoldAll' : 'contracts.foldAll')}
            </button>
          )}
        </div>
      )}
      <WideTable label={label} className="ads-cat-schema">
        <thead>
          <tr>
            <th scope="col" className={columns.canCollapse ? 'ads-cat-folds' : undefined}>
              {t('contracts.field')}
            </th>
            <th scope="col">{t('contracts.type')}</th>
            {columns.hasPresence && <th scope="col">{t('contracts.presence')}</th>}
            {columns.hasReads && <th scope="col">{t('contracts.console')}</th>}
            <th scope="col">{t('contracts.note')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <FieldLine
              key={line.key}
              line={line}
              isCollapsed={collapsed.has(line.key)}
              isHidden={line.ancestorKeys.some((key) => collapsed.has(key)) || (isReadOnlyShown && hasReads && !line.isRead)}
              columns={columns}
              onToggle={() => toggle(line.key)}
            />
          ))}
        </tbody>
      </WideTable>
    </>
  );
}
