import { Button } from '@arco-design/web-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Failure } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useLayerHost } from '../overlay/layer-host.tsx';
import { Overlay } from '../overlay/overlay.tsx';
import { Remark } from '../page/block.tsx';
import { FailureRemark } from '../page/failure-remark.tsx';
import type { FormConflict } from './conflict-changes.ts';
import { ConflictRemark } from './conflict-remark.tsx';
import { DraftBar, DraftNote, type FormDraft } from './draft-bar.tsx';
import { useFirstInvalidField } from './first-invalid-field.ts';
import { useSuccessNotice } from './use-success-notice.ts';

export interface FormDrawerProps {
  open: boolean;
  title: string;
  /** Label of the save button. */
  saveText?: string;
  busy?: boolean;
  onSave: () => void;
  onClose: () => void;
  /** The user is asked whether typed values may be lost. */
  asking?: boolean;
  onLeaveConfirmed: () => void;
  onLeaveCancelled: () => void;
  /** Closes the form and keeps the typed values as a draft, where drafts exist. */
  onLeavePostponed?: (() => void) | undefined;
  draft?: FormDraft | undefined;
  /** Another user saved in the meantime. */
  conflict?: FormConflict | undefined;
  onLatest?: () => void;
  onOverwrite?: () => void;
  failure?: Failure | undefined;
  /** Refusals that belong to no field. */
  others?: readonly string[];
  /** Each time it grows, the first invalid field is focused. */
  refusals?: number;
  /** What undoes the save, which the success notice then offers. */
  getUndo?: (() => (() => void) | undefined) | undefined;
  /** Text of the success notice; `false` where saving only starts something. */
  done?: string | false;
  /** Left side of the footer. */
  footerStart?: ReactNode;
  children: ReactNode;
}

interface LeaveQuestionProps {
  onStay: () => void;
  onLeave: () => void;
  onPostpone: (() => void) | undefined;
}

function LeaveQuestion({ onStay, onLeave, onPostpone }: LeaveQuestionProps) {
  const t = useText();
  const bar = useRef<HTMLDivElement>(null);
  const title = useId();
  useEffect(() => {
    const before = document.activeElement;
    bar.current?.querySelector('button')?.focus();
    return () => {
      // Keeps the focus when the question ended because the user continued typing.
      const isFocusLost = document.activeElement === null || document.activeElement === document.body;
      if (isFocusLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div ref={bar} className="ads-leave" role="alertdialog" aria-labelledby={title}>
      <strong id={title}>{t('ui.leaveQuestion')}</strong>
      <Button onClick={onStay}>{t('ui.keepEditing')}</Button>
      {onPostpone && <Button onClick={onPostpone}>{t('ui.keepAsDraft')}</Button>}
      <Button type="primary" status="danger" onClick={onLeave}>
        {t('ui.discard')}
      </Button>
    </div>
  );
}

function OpenDrawer(props: FormDrawerProps) {
  const { title, saveText, busy = false, onSave, onClose, asking = false, onLeaveConfirmed, onLeaveCancelled } = props;
  const { onLeavePostponed, draft } = props;
  const { conflict, onLatest, onOverwrite, failure, others = [], refusals = 0, footerStart, done, getUndo, children } = props;
  const t = useText();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useSuccessNotice(form, busy, done === false ? undefined : done ? t('ui.titled', { title, name: done }) : title, getUndo);
  useFirstInvalidField(form, refusals);

  const hasRemark = conflict !== undefined || failure !== undefined;
  useEffect(() => {
    if (hasRemark) form.current?.scrollIntoView({ block: 'start' });
  }, [hasRemark]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!busy && !asking && !conflict) onSave();
  };

  return (
    <Overlay
      title={title}
      shape="drawer"
      locked={busy}
      closeText={t('ui.close')}
      onDismiss={asking ? onLeaveCancelled : onClose}
      footer={
        asking ? (
          <LeaveQuestion onStay={onLeaveCancelled} onLeave={onLeaveConfirmed} onPostpone={onLeavePostponed} />
        ) : (
          <>
            {(footerStart || draft) && (
              <div className="ads-leave">
                {footerStart}
                {draft && <DraftNote {...draft} />}
              </div>
            )}
            <Button onClick={onClose} disabled={busy}>
              {t('ui.cancel')}
            </Button>
            {!conflict && (
              <Button type="primary" htmlType="submit" form={id} loading={busy}>
                {saveText ?? t('ui.save')}
              </Button>
            )}
          </>
        )
      }
    >
      <form id={id} ref={form} noValidate onSubmit={submit}>
        {conflict && <ConflictRemark conflict={conflict} busy={busy} onLatest={onLatest} onOverwrite={onOverwrite} />}
        {draft && !conflict && !busy && !asking && <DraftBar {...draft} />}
        {failure && <FailureRemark failure={failure} />}
        {others.length > 0 && (
          <Remark kind="error" title={t('ui.refused')}>
            <ul>
              {others.map((other) => (
                <li key={other}>{other}</li>
              ))}
            </ul>
          </Remark>
        )}
        <fieldset className="ads-form-fields" disabled={busy}>
          {children}
        </fieldset>
      </form>
    </Overlay>
  );
}

/** A drawer to create or edit an object. It asks before typed values are lost. */
export function FormDrawer(props: FormDrawerProps) {
  return props.open ? <OpenDrawer {...props} /> : null;
}

/** A drawer with details and without a form. */
export function DetailDrawer({
  open,
  title,
  onClose,
  footer,
  children,
}: Pick<FormDrawerProps, 'open' | 'title' | 'onClose' | 'children'> & { footer?: ReactNode }) {
  const t = useText();
  if (!open) return null;
  return (
    <Overlay title={title} shape="drawer" closeText={t('ui.close')} onDismiss={onClose} footer={footer}>
      {children}
    </Overlay>
  );
}

export function FormSection({ title, note, children }: { title?: string; note?: string; children: ReactNode }) {
  // The title above is one level higher where the layer covers a single page.
  const Heading = useLayerHost() ? 'h2' : 'h3';
  return (
    <section className="ads-form-section">
      {title && <Heading>{title}</Heading>}
      {note && <p>{note}</p>}
      {children}
    </section>
  );
}

/** Two short fields side by side. */
export function FormPair({ children }: { children: ReactNode }) {
  return <div className="ads-form-pair">{children}</div>;
}
