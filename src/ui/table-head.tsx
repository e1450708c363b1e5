import type { Sort } from '#machines/kernel/list-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { CheckBox } from './check-box.tsx';
import type { TableLayout } from './table-columns.ts';

/** One column is sorted at a time: up, down, as it came. */
const nextSort = (sort: Sort | undefined, field: string): Sort | undefined => {
  if (sort?.field !== field) return { field, order: 'asc' };
  return sort.order === 'asc' ? { field, order: 'desc' } : undefined;
};

const spoken = { asc: 'ascending', desc: 'descending' } as const;

interface TableHeadProps<Row> {
  layout: TableLayout<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort | undefined) => void) | undefined;
  /** Undefined: rows cannot be chosen. */
  choice: { state: 'none' | 'some' | 'all'; onToggle: (all: boolean) => void } | undefined;
  expandable: boolean;
}

export function TableHead<Row>({ layout, sort, onSort, choice, expandable }: TableHeadProps<Row>) {
  const t = useText();
  const leadClass = layout.leadStyles[0]?.left === undefined ? 'ads-cell ads-cell-lead' : 'ads-cell ads-cell-lead ads-cell-frozen';
  return (
    <thead>
      <tr aria-rowindex={1}>
        {choice && (
          <th scope="col" className={leadClass} style={layout.leadStyles[0]}>
            <CheckBox
              label={t('ui.chooseAll')}
              checked={choice.state === 'all'}
              mixed={choice.state === 'some'}
              onChange={choice.onToggle}
            />
          </th>
        )}
        {expandable && (
          <td className={leadClass} style={layout.leadStyles[choice ? 1 : 0]}>
            <span className="ads-visually-hidden">{t('ui.details')}</span>
          </td>
        )}
        {layout.columns.map(({ key, title, hint, sortable, style, className }) => {
          const order = sort?.field === key ? sort.order : undefined;
          return (
            <th
              key={key}
              scope="col"
              className={className}
              style={style}
              title={hint}
              aria-sort={sortable && onSort ? (order ? spoken[order] : 'none') : undefined}
            >
              {sortable && onSort ? (
                <button type="button" className="ads-sort-button" onClick={() => onSort(nextSort(sort, key))}>
                  <span className="ads-head-text">{title}</span>
                  <i aria-hidden="true" className={`ads-sort-mark ads-sort-${order ?? 'none'}`} />
                </button>
              ) : (
                <span className="ads-head-text">{title}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
