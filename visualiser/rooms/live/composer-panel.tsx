import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { type FormEvent, useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { TextAreaField } from '#src/ui/form/text-fields.tsx';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconClose } from '#src/ui/text/icons.ts';
import type { Composer } from '#visualiser/machines/composer.machine.ts';
import type { PayloadFault } from '#visualiser/machines/event-payload.ts';
import type { Live } from '#visualiser/machines/live.machine.ts';
import { useGallery } from '../../site/gallery-provider.tsx';
import { indexMachinesByPrint } from '../../trace/charts-by-print.ts';
import { findActorStatus, listExamples, listKnownEvents } from './known-events.ts';

/** Maximum length of an example in the menu. */
const MAX_EXAMPLE_LENGTH = 60;

function useFormatFault() {
  const t = useText();
  return (fault: PayloadFault): string => {
    if (fault.kind === 'syntax') return t('live.fault.syntax', { line: fault.line, column: fault.column });
    if (fault.kind !== 'leftOut') return t(`live.fault.${fault.kind}`);
    return fault.path === '' ? t('live.fault.leftOutWhole') : t('live.fault.leftOut', { path: fault.path });
  };
}

/** Tells whether the sent event has appeared in the log. */
function SendStatus({ room, composer }: { room: Live; composer: Composer }) {
  const t = useText();
  const seq = useSelector(composer, ({ context }) => context.entrySeq);
  const isSent = useSelector(composer, (state) => state.matches({ open: 'sent' }));
  const isConfirmed = useSelector(composer, (state) => state.matches({ open: 'confirmed' }));
  const isUnconfirmed = useSelector(composer, (state) => state.matches({ open: 'unconfirmed' }));
  const isRunning = useSelector(room, (state) => state.matches({ visited: { stream: 'running' } }));
  const trace = useSelector(room, ({ children }) => children.trace);
  const status = isSent
    ? t('live.send.sent')
    : isConfirmed && seq !== undefined
      ? t('live.send.confirmed', { seq })
      : isUnconfirmed && t('live.send.unconfirmed');
  useAnnouncement(status || undefined);
  return (
    <p className="ads-live-outcome">
      {status}
      {isConfirmed && isRunning && seq !== undefined && (
        <button type="button" className="ads-link-button" onClick={() => trace?.send({ type: 'cursor.moved', seq })}>
          {t('live.send.show')}
        </button>
      )}
    </p>
  );
}

function Editor({ room, composer }: { room: Live; composer: Composer }) {
  const t = useText();
  const formatFault = useFormatFault();
  const { gallery } = useGallery();
  const { target, type, text, fault } = useSelector(composer, ({ context }) => context);
  const isSent = useSelector(composer, (state) => state.matches({ open: 'sent' }));
  const entries = useSelector(room, ({ context }) => context.entries);
  const charts = useSelector(room, ({ context }) => context.charts);
  const status = useMemo(() => findActorStatus(entries, target), [entries, target]);
  const examples = useMemo(() => listExamples(entries, type), [entries, type]);
  const print = status?.print;
  const chart = print === undefined ? undefined : (charts[print] ?? indexMachinesByPrint(gallery).get(print)?.chart);
  const options = useMemo(
    () =>
      chart && status
        ? listKnownEvents(chart, status.states).map(({ type: value, isHandledNow }) => ({
            value,
            label: value,
            ...(isHandledNow && { note: t('live.send.now') }),
          }))
        : [],
    [chart, status, t],
  );
  if (!status) return <p>{t('live.send.noActor')}</p>;
  if (status.isGone) return <p>{t('live.send.gone')}</p>;
  if (print === undefined) return <p>{t('live.send.noMachine')}</p>;
  if (!chart) return <p>{t('live.send.noChart')}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    composer.send({ type: 'event.submitted' });
  };
  const isTypeFault = fault?.kind === 'noType';
  return (
    <form onSubmit={submit}>
      <p className="ads-live-target">
        <span className="ads-vis-quiet">{t('live.send.to')}</span> <span className="ads-vis-code">{status.id}</span>
      </p>
      <ChoiceField
        label={t('live.send.type')}
        value={type === '' ? undefined : type}
        options={options}
        disabled={isSent}
        placeholder={t('live.send.typePlaceholder')}
        fault={fault && isTypeFault ? { message: formatFault(fault) } : undefined}
        onChange={(name) => {
          if (name !== undefined) composer.send({ type: 'type.chosen', name });
        }}
      />
      <TextAreaField
        label={t('live.send.payload')}
        value={text}
        disabled={isSent}
        help={t('live.send.payloadHelp')}
        fault={fault && !isTypeFault ? { message: formatFault(fault) } : undefined}
        onChange={(typed) => composer.send({ type: 'payload.changed', text: typed })}
      />
      {examples.length > 0 && !isSent && (
        <p>
          <MenuButton
            label={t('live.send.examples')}
            align="start"
            actions={examples.map((example) => ({
              key: example,
              text: JSON.stringify(JSON.parse(example)).slice(0, MAX_EXAMPLE_LENGTH),
              onRun: () => composer.send({ type: 'payload.changed', text: example }),
            }))}
          />
        </p>
      )}
      <Button type="primary" htmlType="submit" aria-disabled={isSent || undefined}>
        {t('live.send.submit')}
      </Button>
      <SendStatus room={room} composer={composer} />
    </form>
  );
}

/** Lets the user send an event to the selected actor. */
export function ComposerPanel({ room }: { room: Live }) {
  const t = useText();
  const composer = useSelector(room, ({ children }) => children.composer);
  if (!composer) return null;
  return (
    <aside className="ads-live-composer" aria-label={t('live.send.heading')}>
      <div className="ads-live-composer-head">
        <h2>{t('live.send.heading')}</h2>
        <IconButton label={t('live.send.close')} icon={<IconClose />} onClick={() => composer.send({ type: 'composer.toggled' })} />
      </div>
      <Editor room={room} composer={composer} />
    </aside>
  );
}
