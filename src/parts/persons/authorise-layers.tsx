import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { authorisingMachine } from '#machines/parts/assets/authorising.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { Overlay } from '#src/ui/overlay/overlay.tsx';
import { Spinner } from '#src/ui/page/block.tsx';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';
import { useCopy } from '#src/ui/text/copy-text.tsx';
import { AuthoriseForm } from './authorise-form.tsx';
import { GrantedDrawer } from './granted-drawer.tsx';
import './persons.css';

type Authorising = ActorRefFrom<typeof authorisingMachine>;

interface Props {
  authorising: Authorising;
  staff: PickerActor;
}

/** All layers of an authorisation, step by step. Always rendered by the page. */
export function AuthoriseLayers({ authorising, staff }: Props) {
  const t = useText();
  const form = useSelector(authorising, (state) => state.children.form);
  const stage = useSelector(authorising, (state) => {
    if (state.matches('waiting')) return 'waiting';
    if (state.matches('granted') || state.matches('starting')) return 'granted';
    return (['refused', 'linked', 'unconfirmed'] as const).find((one) => state.matches(one));
  });
  const failure = useSelector(authorising, (state) => state.context.failure);
  const dismiss = () => authorising.send({ type: 'authorising.dismissed' });
  return (
    <>
      {form && <AuthoriseForm form={form} staff={staff} />}
      {stage === 'waiting' && <WaitingDialog authorising={authorising} onDismiss={dismiss} />}
      {stage === 'refused' && <Refused authorising={authorising} onDismiss={dismiss} />}
      {stage === 'linked' && <Linked authorising={authorising} onDismiss={dismiss} />}
      {stage === 'granted' && <GrantedDrawer authorising={authorising} />}
      {stage === 'unconfirmed' && (
        <ConfirmDialog
          open
          title={t('batch.lostTitle')}
          text={t('batch.lostText')}
          failure={failure}
          confirmText={t('batch.askAgain')}
          onConfirm={() => authorising.send({ type: 'authorising.startRetried' })}
          onCancel={dismiss}
        />
      )}
    </>
  );
}

interface StageProps {
  authorising: Authorising;
  onDismiss: () => void;
}

function WaitingDialog({ authorising, onDismiss }: StageProps) {
  const t = useText();
  const format = useFormat();
  const { ticket, expiresAt } = useSelector(authorising, (state) => state.context);
  return (
    <Overlay
      title={t('persons.waiting.title')}
      shape="dialog"
      closeText={t('ui.close')}
      onDismiss={onDismiss}
      footer={<Button onClick={onDismiss}>{t('ui.cancel')}</Button>}
    >
      <div className="ads-waiting">
        <Spinner size="large" label={t('persons.waiting.title')} />
        <div>
          <p>{t('persons.waiting.text')}</p>
          {expiresAt !== undefined && <p className="ads-quiet">{t('persons.waiting.until', { time: format.clock(expiresAt) })}</p>}
          {ticket && (
            <p>
              {t('persons.waiting.blocked')}{' '}
              <a href={ticket.open().url} target="_blank" rel="opener" className="ads-link-button" data-autofocus="">
                {t('persons.waiting.open')}
              </a>
            </p>
          )}
        </div>
      </div>
    </Overlay>
  );
}

const refusals = ['IDENTITY_MISMATCH', 'DUPLICATE', 'EXPIRED', 'REVOKED', 'DENIED', 'FORBIDDEN', 'PLATFORM'] as const;

function Refused({ authorising, onDismiss }: StageProps) {
  const t = useText();
  const refusal = useSelector(authorising, (state) => state.context.refusal);
  const reason = refusals.find((one) => one === refusal?.reason) ?? 'PLATFORM';
  // The server gives details only for this failure.
  const hasDetails = reason === 'IDENTITY_MISMATCH';
  return (
    <ConfirmDialog
      open
      title={t('persons.refused.title')}
      text={t(`persons.refused.${reason}`)}
      confirmText={t('persons.refused.restart')}
      onConfirm={() => authorising.send({ type: 'authorising.restarted' })}
      onCancel={onDismiss}
    >
      {hasDetails && refusal?.message && <p>{refusal.message}</p>}
    </ConfirmDialog>
  );
}

function Linked({ authorising, onDismiss }: StageProps) {
  const t = useText();
  const { status, copy } = useCopy();
  const format = useFormat();
  const { ticket, expiresAt } = useSelector(authorising, (state) => state.context);
  return (
    <Overlay
      title={t('persons.linked.title')}
      shape="dialog"
      closeText={t('ui.close')}
      onDismiss={onDismiss}
      footer={
        <>
          <Button type={ticket ? 'default' : 'primary'} onClick={onDismiss}>
            {t('persons.done')}
          </Button>
          {ticket && (
            <Button type="primary" onClick={() => void copy(ticket.open().url)} data-autofocus="">
              {status ?? t('persons.linked.copy')}
            </Button>
          )}
        </>
      }
    >
      {ticket ? (
        <>
          <p>{t('persons.linked.text')}</p>
          <p className="ads-linked">{ticket.open().url}</p>
          {expiresAt !== undefined && <p className="ads-quiet">{t('persons.linked.until', { time: format.instant(expiresAt) })}</p>}
        </>
      ) : (
        <p>{t('persons.linked.gone')}</p>
      )}
    </Overlay>
  );
}
