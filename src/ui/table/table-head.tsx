import type { Sort } from '#machines/kernel/list/list-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { CheckBox } from '../pick/check-box.tsx';
import { ColumnEdge } from './column-edge.tsx';
import { LEADING_WIDTH, type TableLayout } from './table-columns.ts';

/** One column is sorted at a time: ascending, descending, unsorted. */
const nextSort = (sort: Sort | undefined, field: string): Sort | undefined => {
  if (sort?.field !== field) return { field, order: 'asc' };
  return sort.order === 'asc' ? { field, order: 'desc' } : undefined;
};

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

interface TableHeadProps<Row> {
  layout: TableLayout<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort | undefined) => void) | undefined;
  /** Undefined when rows cannot be chosen. `isEmpty`: none of the rows here can be chosen. */
  choice: { state: 'none' | 'some' | 'all'; isEmpty: boolean; onToggle: (all: boolean) => void } | undefined;
  expandable: boolean;
  /** Undefined when widths are fixed. */
  onWidth: ((key: string, width: number) => void) | undefined;
  /** The column whose edge is the tab stop; arrow keys lead to the others. */
  edgeStop: string | undefined;
  onEdgeStop: (key: string) => void;
}

export function TableHead<Row>({ layout, sort, onSort, choice, expandable, onWidth, edgeStop, onEdgeStop }: TableHeadProps<Row>) {
  const t = useText();
  const toLeadingProps = (at: number) => ({ className: layout.leadingClass, style: { ...layout.leadingStyles[at], width: LEADING_WIDTH } });
  const headRole = layout.isPositioned ? 'columnheader' : undefined;
  const indexOf = (index: number) => (layout.isWhole ? undefined : index);
  return (
    <thead role={layout.isPositioned ? 'rowgroup' : undefined}>
      <tr role={layout.isPositioned ? 'row' : undefined} aria-rowindex={1}>
        {choice && (
          <th scope="col" role={headRole} {...toLeadingProps(0)} aria-colindex={indexOf(1)}>
            <CheckBox
              label={t('ui.chooseAll')}
              checked={choice.state === 'all'}
              mixed={choice.state === 'some'}
              disabled={choice.isEmpty}
              onChange={choice.onToggle}
            />
          </th>
        )}
        {expandable && (
          <td {...toLeadingProps(choice ? 1 : 0)} aria-colindex={indexOf(choice ? 2 : 1)}>
            <span className="ads-visually-hidden">{t('ui.details')}</span>
          </td>
        )}
        {layout.cells.map((column) => {
          if ('gap' in column) return <td key={column.key} aria-hidden="true" className="ads-cell" style={{ width: column.gap }} />;
          const { key, title, hint, sortable, style, className, renderedWidth, fullWidth, positionedStyle, index } = column;
          const order = sort?.field === key ? sort.order : undefined;
          return (
            <th
              key={key}
              scope="col"
              role={headRole}
              data-column={key}
              className={className}
              style={layout.isPositioned ? positionedStyle : { ...style, width: renderedWidth }}
              title={hint}
              // Otherwise the label of the edge would be part of the column's name.
              aria-label={onWidth && title}
              aria-colindex={indexOf(index)}
              aria-sort={sortable && onSort ? (order ? ARIA_SORT[order] : 'none') : undefined}
            >
              {sortable && onSort ? (
                <button
                  type="button"
                  className={`ads-head-text ads-sort-button ads-sort-${order ?? 'none'}`}
                  onClick={() => onSort(nextSort(sort, key))}
                >
                  {title}
                </button>
              ) : (
                <span className="ads-head-text">{title}</span>
              )}
              {onWidth && (
                <ColumnEdge
                  column={key}
                  title={title}
                  width={fullWidth}
                  atRight={column.frozen === 'right'}
                  isTabStop={edgeStop === key}
                  onStop={onEdgeStop}
                  onWidth={onWidth}
                />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
