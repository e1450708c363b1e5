import { Button } from '@arco-design/web-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Failure } from '#machines/kernel/faults.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from './block.tsx';
import { FailureRemark } from './failure-remark.tsx';
import { Overlay } from './overlay.tsx';

/** A field in which the newest row differs from what is typed here. */
interface ConflictChange {
  label: string;
  mine: string;
  latest: string;
}

export interface FormDrawerProps {
  open: boolean;
  title: string;
  /** Says what the button does. */
  saveText?: string;
  busy?: boolean;
  onSave: () => void;
  onClose: () => void;
  /** The reader is asked whether what was typed may be lost. */
  asking?: boolean;
  onLeaveConfirmed: () => void;
  onLeaveCancelled: () => void;
  /** Somebody else saved meanwhile. `at` is an instant. */
  conflict?: { by: string; at: string; changes: ConflictChange[] } | undefined;
  onLatest?: () => void;
  onOverwrite?: () => void;
  failure?: Failure | undefined;
  /** Refusals that belong to no field. */
  others?: readonly string[];
  /** Each time it grows, the first wrong field gets the focus. */
  refusals?: number;
  /** Beside the save button, at the left. */
  footerStart?: ReactNode;
  children: ReactNode;
}

function Conflict({
  conflict,
  busy,
  onLatest,
  onOverwrite,
}: Pick<FormDrawerProps, 'busy' | 'onLatest' | 'onOverwrite'> & { conflict: NonNullable<FormDrawerProps['conflict']> }) {
  const t = useText();
  const format = useFormat();
  return (
    <Remark kind="warn" title={t('ui.conflictTitle', { by: conflict.by, at: format.instant(conflict.at) })}>
      {conflict.changes.length > 0 && (
        <table className="ads-conflict-changes">
          <thead>
            <tr>
              <th scope="col">{t('ui.conflictField')}</th>
              <th scope="col">{t('ui.conflictLatest')}</th>
              <th scope="col">{t('ui.conflictMine')}</th>
            </tr>
          </thead>
          <tbody>
            {conflict.changes.map(({ label, mine, latest }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{latest}</td>
                <td>{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="ads-buttons">
        <Button type="primary" onClick={onLatest} disabled={busy} data-autofocus="">
          {t('ui.loadLatest')}
        </Button>
        <Button status="danger" onClick={onOverwrite} loading={busy ?? false}>
          {t('ui.overwrite')}
        </Button>
      </div>
    </Remark>
  );
}

function Leaving({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useText();
  const bar = useRef<HTMLDivElement>(null);
  const title = useId();
  useEffect(() => {
    const before = document.activeElement;
    bar.current?.querySelector('button')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div ref={bar} className="ads-leave" role="alertdialog" aria-labelledby={title}>
      <strong id={title}>{t('ui.leaveQuestion')}</strong>
      <Button onClick={onStay}>{t('ui.keepEditing')}</Button>
      <Button type="primary" status="danger" onClick={onLeave}>
        {t('ui.discard')}
      </Button>
    </div>
  );
}

function OpenDrawer(props: FormDrawerProps) {
  const { title, saveText, busy = false, onSave, onClose, asking = false, onLeaveConfirmed, onLeaveCancelled } = props;
  const { conflict, onLatest, onOverwrite, failure, others = [], refusals = 0, footerStart, children } = props;
  const t = useText();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const seen = useRef(refusals);

  useEffect(() => {
    if (refusals <= seen.current) return;
    seen.current = refusals;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? form.current)?.scrollIntoView({ block: wrong ? 'center' : 'start' });
    wrong?.focus({ preventScroll: true });
  }, [refusals]);

  const told = conflict !== undefined || failure !== undefined;
  useEffect(() => {
    if (told) form.current?.scrollIntoView({ block: 'start' });
  }, [told]);

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
          <Leaving onStay={onLeaveCancelled} onLeave={onLeaveConfirmed} />
        ) : (
          <>
            {footerStart && <div className="ads-leave">{footerStart}</div>}
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
        {conflict && <Conflict conflict={conflict} busy={busy} onLatest={onLatest} onOverwrite={onOverwrite} />}
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

/** Create and edit, at the right of what is edited. Nothing typed is lost without asking. */
export function FormDrawer(props: FormDrawerProps) {
  return props.open ? <OpenDrawer {...props} /> : null;
}

/** Details without a form. */
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
  return (
    <section className="ads-form-section">
      {title && <h3>{title}</h3>}
      {note && <p>{note}</p>}
      {children}
    </section>
  );
}

/** Two short fields side by side. */
export function FormPair({ children }: { children: ReactNode }) {
  return <div className="ads-form-pair">{children}</div>;
}
