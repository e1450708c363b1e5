import { type ReactNode, useId, useState } from 'react';
import type { FieldFault } from '#machines/kernel/form/faults.ts';
import { type FoundObject, isChoosable } from '#machines/parts/assets/discover.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import './assets.css';

/** From this number of assets on there is a search field. */
const SEARCH_FROM = 12;

interface Props<Found extends FoundObject> {
  label: string;
  found: readonly Found[];
  chosen: readonly string[];
  onChange: (platformIds: string[]) => void;
  /** Its status on the channel as a tag. */
  statusOf: (found: Found) => ReactNode;
  fault?: FieldFault | undefined;
  disabled?: boolean;
  required?: boolean;
}

const matchesKeyword = ({ name, platform_id }: FoundObject, keyword: string): boolean =>
  name.toLowerCase().includes(keyword.toLowerCase()) || platform_id.includes(keyword);

/** Assets found on the channel with checkboxes; imported ones are marked and cannot be chosen. */
export function FoundList<Found extends FoundObject>({
  label,
  found,
  chosen,
  onChange,
  statusOf,
  fault,
  disabled = false,
  required = false,
}: Props<Found>) {
  const t = useText();
  const format = useFormat();
  const [keyword, setKeyword] = useState<string>();
  const id = useId();
  const listed = keyword === undefined ? found : found.filter((one) => matchesKeyword(one, keyword));
  const choosable = listed.filter(isChoosable).map(({ platform_id }) => platform_id);
  const chosenShown = choosable.filter((one) => chosen.includes(one));
  const note = ({ already, authoriser, can_switch }: Found): string | undefined => {
    if (already === 'same') return t('assets.found.already');
    if (already === 'no') return undefined;
    const name = authoriser ?? t('assets.found.somebody');
    return t(can_switch ? 'assets.found.switches' : 'assets.found.elsewhere', { name });
  };
  return (
    <Field
      label={label}
      fault={fault}
      required={required}
      group
      isChosen
      note={t('assets.found.count', { chosen: format.number(chosen.length), total: format.number(found.length) })}
    >
      {() => (
        <>
          {found.length >= SEARCH_FROM && (
            <KeywordFilter label={t('assets.found.search')} value={keyword} onCommit={setKeyword} shortcut={false} />
          )}
          <div className="ads-found">
            {choosable.length > 1 && (
              <label className="ads-found-row ads-found-all" htmlFor={`${id}-all`}>
                <CheckBox
                  id={`${id}-all`}
                  checked={chosenShown.length === choosable.length}
                  mixed={chosenShown.length > 0}
                  disabled={disabled}
                  onChange={(yes) => {
                    const others = chosen.filter((one) => !choosable.includes(one));
                    onChange(yes ? [...others, ...choosable] : others);
                  }}
                />
                <span>{t('assets.found.all', { total: format.number(choosable.length) })}</span>
              </label>
            )}
            {listed.map((one) => (
              <label
                key={one.platform_id}
                className={isChoosable(one) ? 'ads-found-row' : 'ads-found-row ads-found-off'}
                htmlFor={`${id}-${one.platform_id}`}
              >
                <CheckBox
                  id={`${id}-${one.platform_id}`}
                  checked={chosen.includes(one.platform_id)}
                  disabled={disabled || !isChoosable(one)}
                  onChange={(yes) => onChange(yes ? [...chosen, one.platform_id] : chosen.filter((other) => other !== one.platform_id))}
                />
                <span className="ads-found-name">
                  <span title={one.name}>{one.name}</span>
                  <small className="ads-numbers">{[one.platform_id, one.sub].filter(Boolean).join(' · ')}</small>
                </span>
                <span className="ads-found-state">
                  {note(one) && <PlainTag text={note(one) ?? ''} />}
                  {statusOf(one)}
                </span>
              </label>
            ))}
            {listed.length === 0 && <p className="ads-quiet">{t(found.length === 0 ? 'assets.found.nothing' : 'ui.nothingFound')}</p>}
          </div>
        </>
      )}
    </Field>
  );
}
