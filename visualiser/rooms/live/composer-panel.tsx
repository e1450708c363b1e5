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
import { useShelf } from '../../site/shelf.tsx';
import { machinesByPrint } from '../../trace/charts-by-print.ts';
import { examplesOf, knownEvents, standingOf } from './known-events.ts';

/** How much of a payload stands in a menu. */
const SHOWN_LETTERS = 60;

function useFaultText() {
  const t = useText();
  return (fault: PayloadFault): string => {
    if (fault.kind === 'syntax') return t('live.fault.syntax', { line: fault.line, column: fault.column });
    if (fault.kind !== 'leftOut') return t(`live.fault.${fault.kind}`);
    return fault.path === '' ? t('live.fault.leftOutWhole') : t('live.fault.leftOut', { path: fault.path });
  };
}

/** What became of the event that was sent. */
function Outcome({ room, composer }: { room: Live; composer: Composer }) {
  const t = useText();
  const seq = useSelector(composer, ({ context }) => context.seq);
  const isUnderWay = useSelector(composer, (state) => state.matches({ open: 'underWay' }));
  const isSeen = useSelector(composer, (state) => state.matches({ open: 'seen' }));
  const isUnseen = useSelector(composer, (state) => state.matches({ open: 'unseen' }));
  const isFlowing = useSelector(room, (state) => state.matches({ awake: { flow: 'flowing' } }));
  const trace = useSelector(room, ({ children }) => children.trace);
  const words = isUnderWay
    ? t('live.send.underWay')
    : isSeen && seq !== undefined
      ? t('live.send.seen', { seq })
      : isUnseen && t('live.send.unseen');
  useAnnouncement(words || undefined);
  return (
    <p className="ads-live-outcome">
      {words}
      {isSeen && isFlowing && seq !== undefined && (
        <button type="button" className="ads-link-button" onClick={() => trace?.send({ type: 'cursor.moved', seq })}>
          {t('live.send.show')}
        </button>
      )}
    </p>
  );
}

function Editor({ room, composer }: { room: Live; composer: Composer }) {
  const t = useText();
  const faultText = useFaultText();
  const { gallery } = useShelf();
  const { target, type, text, fault } = useSelector(composer, ({ context }) => context);
  const isUnderWay = useSelector(composer, (state) => state.matches({ open: 'underWay' }));
  const entries = useSelector(room, ({ context }) => context.entries);
  const charts = useSelector(room, ({ context }) => context.charts);
  const standing = useMemo(() => standingOf(entries, target), [entries, target]);
  const examples = useMemo(() => examplesOf(entries, type), [entries, type]);
  const print = standing?.print;
  const chart = print === undefined ? undefined : (charts[print] ?? machinesByPrint(gallery).get(print)?.chart);
  const options = useMemo(
    () =>
      chart && standing
        ? knownEvents(chart, standing.states).map(({ type: value, isNow }) => ({
            value,
            label: value,
            ...(isNow && { note: t('live.send.now') }),
          }))
        : [],
    [chart, standing, t],
  );
  if (!standing) return <p>{t('live.send.nobody')}</p>;
  if (standing.isGone) return <p>{t('live.send.gone')}</p>;
  if (print === undefined) return <p>{t('live.send.noMachine')}</p>;
  if (!chart) return <p>{t('live.send.noChart')}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    composer.send({ type: 'submitted' });
  };
  const ofType = fault?.kind === 'noType';
  return (
    <form onSubmit={submit}>
      <p className="ads-live-target">
        <span className="ads-vis-quiet">{t('live.send.to')}</span> <span className="ads-vis-code">{standing.id}</span>
      </p>
      <ChoiceField
        label={t('live.send.type')}
        value={type === '' ? undefined : type}
        options={options}
        disabled={isUnderWay}
        placeholder={t('live.send.typePlaceholder')}
        fault={fault && ofType ? { message: faultText(fault) } : undefined}
        onChange={(name) => {
          if (name !== undefined) composer.send({ type: 'type.chosen', name });
        }}
      />
      <TextAreaField
        label={t('live.send.payload')}
        value={text}
        disabled={isUnderWay}
        help={t('live.send.payloadHelp')}
        fault={fault && !ofType ? { message: faultText(fault) } : undefined}
        onChange={(typed) => composer.send({ type: 'payload.typed', text: typed })}
      />
      {examples.length > 0 && !isUnderWay && (
        <p>
          <MenuButton
            label={t('live.send.examples')}
            align="start"
            actions={examples.map((example) => ({
              key: example,
              text: JSON.stringify(JSON.parse(example)).slice(0, SHOWN_LETTERS),
              onRun: () => composer.send({ type: 'payload.typed', text: example }),
            }))}
          />
        </p>
      )}
      <Button type="primary" htmlType="submit" aria-disabled={isUnderWay || undefined}>
        {t('live.send.submit')}
      </Button>
      <Outcome room={room} composer={composer} />
    </form>
  );
}

/** An event is written for the actor that is looked at, and sent. */
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
