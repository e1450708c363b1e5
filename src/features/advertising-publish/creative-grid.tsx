import type { ReactNode } from 'react';
import { MAX_CREATIVES } from '#machines/advertising-publish/publish-values.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { BoundField } from '#src/ui/form/bound-field.ts';
import { Field } from '#src/ui/form/field.tsx';
import { CardGrid } from '#src/ui/list/card-grid.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import type { useList } from '#src/ui/list/use-list.ts';

interface Props<Row> {
  label: string;
  help?: string;
  field: BoundField<number[]>;
  list: Pick<ReturnType<typeof useList>, 'pager'> & { table: { rows: readonly Row[] | undefined; busy: boolean } };
  filters: ReactNode;
  rowName: (row: Row) => string;
  renderCard: (row: Row) => ReactNode;
  /** Clears the filters; undefined while none is set. */
  onResetFilters: (() => void) | undefined;
  emptyText: string;
}

/** Creatives to choose, as cards: a click anywhere on a card chooses it. The choice spans pages and filters. */
export function CreativeGrid<Row extends { id: number }>(props: Props<Row>) {
  const { label, help, field, list, filters, rowName, renderCard, onResetFilters, emptyText } = props;
  const t = useText();
  const { value, onChange, fault } = field;
  const shown = list.table.rows?.map(({ id }) => id) ?? [];
  const missing = shown.filter((id) => !value.includes(id));
  const toggle = ({ id }: Row) => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <Field label={label} help={help} group isChosen fault={fault} note={`${value.length} / ${MAX_CREATIVES}`} required>
      {() => (
        <>
          <div className="ads-publish-search">
            {filters}
            {missing.length > 0 && (
              <button type="button" className="ads-link-button" onClick={() => onChange([...value, ...missing])}>
                {t('publish.choosePage', { count: missing.length })}
              </button>
            )}
            {value.length > 0 && (
              <button type="button" className="ads-link-button" onClick={() => onChange([])}>
                {t('publish.chooseNone')}
              </button>
            )}
          </div>
          <div className="ads-publish-materials">
            <CardGrid
              {...list.table}
              label={label}
              rowKey={({ id }) => id}
              rowName={rowName}
              chosen={value}
              allChosen={false}
              onChoose={onChange}
              onOpen={toggle}
              renderCard={renderCard}
              onResetFilters={onResetFilters}
              empty={{ text: emptyText }}
            />
          </div>
          {(list.pager.total ?? 0) > list.pager.pageSize && <Pager {...list.pager} />}
        </>
      )}
    </Field>
  );
}
