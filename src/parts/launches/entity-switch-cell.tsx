import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import type { EntityBase } from '#machines/parts/launches/entity-rows.ts';
import { type EntitySwitch, turnOf } from '#machines/parts/launches/entity-switch.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { toastError, toastInfo } from '#src/ui/overlay/notices.ts';
import { RowSwitch } from '#src/ui/table/row-switch.tsx';
import { useEntityPermits } from './entity-permits.ts';

interface CellProps {
  level: EntityLevel;
  row: EntityBase;
  switches: EntitySwitch;
}

/** Opens and closes an object. It shows the requested state at once, and reverts when refused. */
export function EntitySwitchCell({ level, row, switches }: CellProps) {
  const t = useText();
  const { refusalOf } = useEntityPermits();
  const pendingTurn = useSelector(
    switches,
    (state) => turnOf(state.context.turns, { level, id: row.id, version: row.version }),
    (a, b) => a?.to === b?.to && a?.isUnderWay === b?.isUnderWay,
  );
  const isOpen = (pendingTurn?.to ?? row.status) === 'ACTIVE';
  return (
    <RowSwitch
      label={t(isOpen ? 'launches.closeThing' : 'launches.openThing', { name: row.name })}
      checked={isOpen}
      busy={pendingTurn?.isUnderWay ?? false}
      refusal={refusalOf(row, isOpen ? 'close' : 'open')}
      onChange={(open) =>
        switches.send({
          type: 'switch.requested',
          turn: { level, id: row.id, version: row.version, name: row.name, to: open ? 'ACTIVE' : 'PAUSED' },
          key: newRequestKey(),
          closing: open && row.closed_by === 'rule' ? { at: row.closed_at, by: row.closer } : undefined,
        })
      }
    />
  );
}

/** Rendered by every page with switches: the question before reopening what a rule closed, and the results. */
export function EntitySwitchLayer({ switches }: Pick<CellProps, 'switches'>) {
  const t = useText();
  const format = useFormat();
  const confirming = useSelector(switches, (state) => state.context.confirming);
  const announced = useSelector(switches, (state) => state.context.announced);
  const previousCount = useRef(announced.count);
  useEffect(() => {
    if (announced.count === previousCount.current) return;
    previousCount.current = announced.count;
    for (const { name, text } of announced.failed) toastError(t('launches.remark', { name, text }));
    for (const { name, text } of announced.warned) toastInfo(t('launches.remark', { name, text }));
  }, [announced, t]);
  if (!confirming) return null;
  const { turn, closing } = confirming;
  return (
    <ConfirmDialog
      open
      title={t('launches.reopenTitle', { name: turn.name })}
      confirmText={t('launches.action.open')}
      onConfirm={() => switches.send({ type: 'switch.confirmed' })}
      onCancel={() => switches.send({ type: 'switch.cancelled' })}
    >
      <p>
        {t(closing.at === null ? 'launches.closedByRuleOnce' : 'launches.closedByRule', {
          at: format.instant(closing.at),
          rule: closing.by ?? '',
        })}
      </p>
      <p className="ads-quiet">{t('launches.shieldHint')}</p>
    </ConfirmDialog>
  );
}
