import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Failure, FieldFaults } from '#machines/kernel/form/faults.ts';
import type { PersonNarrowing } from '#machines/parts/assets/asset-pickers.machine.ts';
import { type DiscoverEvent, type DiscoverForm, type FoundObject, isSwitched } from '#machines/parts/assets/discover.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormDrawer } from '#src/ui/form/form-drawer.tsx';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';
import { FoundList } from './found-list.tsx';
import { SwitchRemark } from './switch-remark.tsx';

const USABLE: PersonNarrowing = { usable: true };

/** A running machine made by `createDiscoverMachine`. */
export interface DiscoverActor<Found extends FoundObject, Params extends object> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    context: {
      values: DiscoverForm<Params>;
      faults: FieldFaults<DiscoverForm<Params>>;
      failure: Failure | undefined;
      refusals: number;
      answer: Found[] | undefined;
    };
    hasTag(tag: 'open' | 'busy' | 'writing'): boolean;
    matches(state: 'unconfirmed' | { open: 'failed' | 'loading' | { shown: 'leaving' } }): boolean;
  };
  send(event: DiscoverEvent<NoInfer<Params>>): void;
}

interface ParamFields<Params> {
  values: DiscoverForm<Params>;
  faults: FieldFaults<DiscoverForm<Params>>;
  change: (changes: Partial<DiscoverForm<Params>>) => void;
  busy: boolean;
}

interface Props<Found extends FoundObject, Params extends object> {
  discovering: DiscoverActor<Found, Params>;
  persons: PickerActor<PersonNarrowing>;
  title: string;
  /** Heading of the list, for example "Ad accounts". */
  heading: string;
  statusOf: (found: Found) => ReactNode;
  /** Further fields above the list. */
  fields?: (fields: ParamFields<Params>) => ReactNode;
}

/** Imports assets of a personal account: the account, the chosen assets, and further fields. Always rendered by the page. */
export function DiscoverDrawer<Found extends FoundObject, Params extends object>(props: Props<Found, Params>) {
  const open = useSelector(props.discovering, (state) => state.hasTag('open'));
  return open ? <OpenDiscoverDrawer {...props} /> : null;
}

function OpenDiscoverDrawer<Found extends FoundObject, Params extends object>({
  discovering,
  persons,
  title,
  heading,
  statusOf,
  fields,
}: Props<Found, Params>) {
  const t = useText();
  const format = useFormat();
  const { values, faults, failure, refusals, answer } = useSelector(discovering, (state) => state.context);
  const loading = useSelector(discovering, (state) => state.matches({ open: 'loading' }));
  const failed = useSelector(discovering, (state) => state.matches({ open: 'failed' }));
  const leaving = useSelector(discovering, (state) => state.matches({ open: { shown: 'leaving' } }));
  const busy = useSelector(discovering, (state) => state.hasTag('writing'));
  const isLost = useSelector(discovering, (state) => state.matches('unconfirmed'));
  const dismiss = () => discovering.send({ type: 'discover.dismissed' });
  const change = (changes: Partial<DiscoverForm<Params>>) => discovering.send({ type: 'discover.fieldChanged', changes });
  const retry = () => discovering.send({ type: 'discover.retried' });
  if (isLost) {
    return (
      <ConfirmDialog
        open
        title={t('batch.lostTitle')}
        text={t('batch.lostText')}
        failure={failure}
        confirmText={t('batch.askAgain')}
        onConfirm={() => discovering.send({ type: 'discover.startRetried' })}
        onCancel={dismiss}
      />
    );
  }
  const count = values.platform_ids.length;
  const switched = answer?.filter((found) => isSwitched(found, values.platform_ids)).length ?? 0;
  return (
    <FormDrawer
      open
      title={title}
      done={false}
      saveText={count > 0 ? t('assets.discover.button', { count, shown: format.number(count) }) : t('assets.discover.buttonNone')}
      busy={busy}
      failure={failed ? undefined : failure}
      refusals={refusals}
      onSave={() => discovering.send({ type: 'discover.confirmed', key: newRequestKey() })}
      onClose={dismiss}
      asking={leaving}
      onLeaveConfirmed={dismiss}
      onLeaveCancelled={() => discovering.send({ type: 'discover.leaveCancelled' })}
    >
      <PickerField
        label={t('assets.discover.authoriser')}
        help={t('assets.discover.authoriserHelp')}
        value={values.personal_account_id}
        fault={faults.personal_account_id}
        onChange={(id) => discovering.send({ type: 'discover.authoriserChosen', id })}
        picker={persons}
        narrowing={USABLE}
        required
      />
      {fields?.({ values, faults, change, busy })}
      {loading && !answer && <LoadingBlock label={t('assets.discover.looking')} />}
      {failed && failure && (
        <ErrorBlock title={t('assets.discover.failed')} message={failure.message} traceId={failure.traceId} onRetry={retry} />
      )}
      {!loading && !failed && !answer && values.personal_account_id !== undefined && <Button onClick={retry}>{t('ui.retry')}</Button>}
      {!failed && answer && (
        <FoundList
          label={heading}
          found={answer}
          chosen={values.platform_ids}
          onChange={(platform_ids) => change({ platform_ids } as Partial<DiscoverForm<Params>>)}
          statusOf={statusOf}
          fault={faults.platform_ids}
          disabled={busy}
          required
        />
      )}
      <SwitchRemark count={switched} />
    </FormDrawer>
  );
}
