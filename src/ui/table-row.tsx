import { type DragEvent, Fragment, type MouseEvent, memo, type ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CheckBox } from './check-box.tsx';
import { IconCaretDown, IconCaretRight } from './icons.ts';
import type { TableLayout } from './table-columns.ts';

export type RowId = number | string;

/** What a row tells the table. The same object over all renders, or every row would be drawn again. */
export interface RowHandlers<Row> {
  choose(id: RowId, chosen: boolean): void;
  toggle(id: RowId): void;
  click(row: Row): void;
  dragStart(id: RowId, event: DragEvent): void;
  dragOver(id: RowId, event: DragEvent): void;
  dragEnd(): void;
  drop(id: RowId, event: DragEvent): void;
}

export interface TableRowProps<Row> {
  row: Row;
  id: RowId;
  name: string;
  index: number;
  layout: TableLayout<Row>;
  handlers: RowHandlers<Row>;
  /** Undefined: cannot be chosen. */
  chosen: boolean | undefined;
  choosable: boolean;
  current: boolean;
  expanded: boolean;
  renderExpanded: ((row: Row) => ReactNode) | undefined;
  /** From 1 in a tree; undefined in a plain table. */
  level: number | undefined;
  hasChildren: boolean;
  setSize: number;
  position: number;
  /** In a tree one row is reached with Tab, the others with the arrows. */
  tabStop: boolean;
  clickable: boolean;
  draggable: boolean;
  dropMark: 'yes' | 'no' | undefined;
}

const INDENT = 20;

/** A click on something in a row that is itself clicked, or that selects text, is not a click on the row. */
const isOwnClick = (event: MouseEvent): boolean =>
  !(event.target as Element).closest('button, a, input, label, select, textarea, [role=menu], [role=dialog]') &&
  !window.getSelection()?.toString();

function ExpandButton({
  name,
  expanded,
  tabIndex,
  onToggle,
}: {
  name: string;
  expanded: boolean;
  tabIndex?: number;
  onToggle: () => void;
}) {
  const t = useText();
  const Mark = expanded ? IconCaretDown : IconCaretRight;
  return (
    <button
      type="button"
      className="ads-icon-button"
      tabIndex={tabIndex}
      aria-expanded={expanded}
      aria-label={t(expanded ? 'ui.collapseRow' : 'ui.expandRow', { row: name })}
      onClick={onToggle}
    >
      <Mark aria-hidden="true" />
    </button>
  );
}

function Row<Data>(props: TableRowProps<Data>) {
  const { row, id, name, index, layout, handlers, chosen, choosable, expanded, renderExpanded } = props;
  const { level, hasChildren, current, tabStop, clickable, draggable, dropMark } = props;
  const isTree = level !== undefined;
  const t = useText();
  const leadClass = layout.leadStyles[0]?.left === undefined ? 'ads-cell ads-cell-lead' : 'ads-cell ads-cell-lead ads-cell-frozen';
  const classes = ['ads-row'];
  if (chosen || current) classes.push('ads-row-chosen');
  if (clickable) classes.push('ads-row-clickable');
  if (dropMark) classes.push(`ads-row-drop-${dropMark}`);
  return (
    <Fragment>
      <tr
        className={classes.join(' ')}
        data-row-id={id}
        aria-rowindex={index}
        aria-selected={chosen}
        aria-current={current || undefined}
        aria-level={level}
        aria-setsize={isTree ? props.setSize : undefined}
        aria-posinset={isTree ? props.position : undefined}
        aria-expanded={isTree && hasChildren ? expanded : undefined}
        tabIndex={isTree ? (tabStop ? 0 : -1) : undefined}
        draggable={draggable || undefined}
        onClick={clickable ? (event) => isOwnClick(event) && handlers.click(row) : undefined}
        onDragStart={draggable ? (event) => handlers.dragStart(id, event) : undefined}
        onDragOver={isTree ? (event) => handlers.dragOver(id, event) : undefined}
        onDragEnd={draggable ? handlers.dragEnd : undefined}
        onDrop={isTree ? (event) => handlers.drop(id, event) : undefined}
      >
        {chosen !== undefined && (
          <td className={leadClass} style={layout.leadStyles[0]}>
            <CheckBox
              label={t('ui.chooseRow', { row: name })}
              checked={chosen}
              disabled={!choosable}
              onChange={(next) => handlers.choose(id, next)}
            />
          </td>
        )}
        {renderExpanded && (
          <td className={leadClass} style={layout.leadStyles[chosen === undefined ? 0 : 1]}>
            <ExpandButton name={name} expanded={expanded} onToggle={() => handlers.toggle(id)} />
          </td>
        )}
        {layout.columns.map((column, at) => (
          <td key={column.key} className={column.className} style={column.style}>
            {isTree && at === 0 ? (
              <div className="ads-tree-cell" style={{ paddingLeft: (level - 1) * INDENT }}>
                {hasChildren ? (
                  <ExpandButton name={name} expanded={expanded} tabIndex={-1} onToggle={() => handlers.toggle(id)} />
                ) : (
                  <span className="ads-tree-leaf" />
                )}
                {column.render(row)}
              </div>
            ) : (
              column.render(row)
            )}
          </td>
        ))}
      </tr>
      {renderExpanded && expanded && (
        <tr className="ads-row-details">
          <td colSpan={layout.widths.length}>
            <div className="ads-details">{renderExpanded(row)}</div>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** Drawn again only when its data or one of its own flags changes. */
export const TableRow = memo(Row) as typeof Row;
