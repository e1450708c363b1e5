import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { toMinor } from '#machines/kernel/form/money.ts';
import { type AmountForm, type AmountSubject, amountValues } from '#machines/parts/launches/amount-form.machine.ts';
import type { CampaignRow, GroupRow } from '#machines/parts/launches/entity-rows.ts';
import { restartsLearning } from '#machines/parts/launches/launch-batch-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useFirstInvalidField } from '#src/ui/form/first-invalid-field.ts';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { Floating } from '#src/ui/overlay/floating.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { Halves } from '#src/ui/text/halves.tsx';
import { useEntityPermits } from './entity-permits.ts';
import { SpentBar } from './small-bars.tsx';

type Budgeted = Omit<CampaignRow, 'm' | 'mature' | 'running' | 'local'> | Omit<GroupRow, 'm' | 'mature' | 'running' | 'local'>;

interface Props {
  level: EntityLevel;
  row: Budgeted;
  /** Undefined where the amount is only read. */
  amount: AmountForm | undefined;
}

const isSubject = (subject: AmountSubject | undefined, { kind, level, id }: Pick<AmountSubject, 'kind' | 'level' | 'id'>): boolean =>
  subject?.kind === kind && subject.level === level && subject.id === id;

/** The amount; a click edits it in place. */
function AmountButton({ subject, amount, refusal }: { subject: AmountSubject; amount: AmountForm; refusal: string | undefined }) {
  const t = useText();
  const format = useFormat();
  const button = useRef<HTMLButtonElement>(null);
  const open = useSelector(amount, (state) => state.hasTag('open') && isSubject(state.context.subject, subject));
  const currentText = format.money(subject.before, subject.currency);
  if (refusal !== undefined) return <span title={refusal}>{currentText}</span>;
  const startEditing = () => {
    amount.send({ type: 'form.opened', draft: { values: amountValues(subject), subject } });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ads-link-button ads-amount-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t(`launches.change.${subject.kind}`, { name: subject.name, amount: currentText })}
        onClick={startEditing}
      >
        {currentText}
      </button>
      {open && (
        <Floating anchor={button} align="end" onLeave={() => cancelEditing(amount)}>
          <AmountEditor
            amount={amount}
            onDone={() => {
              cancelEditing(amount);
              button.current?.focus();
            }}
          />
        </Floating>
      )}
    </>
  );
}

/** A single typed number is discarded without a question. */
function cancelEditing(amount: AmountForm): void {
  amount.send({ type: 'form.closeRequested' });
  amount.send({ type: 'form.leaveConfirmed' });
}

function AmountEditor({ amount, onDone }: { amount: AmountForm; onDone: () => void }) {
  const t = useText();
  const format = useFormat();
  const { values, subject, field, busy, change, conflict, drawer } = useForm(amount);
  const form = useRef<HTMLFormElement>(null);
  const title = useId();
  useFirstInvalidField(form, drawer.refusals);
  useEffect(() => {
    const input = form.current?.querySelector('input');
    input?.focus({ preventScroll: true });
    input?.select();
  }, []);
  if (!subject) return null;
  const { currency, kind } = subject;
  const { before } = conflict?.latest.subject ?? subject;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !conflict) drawer.onSave();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    if (!busy) onDone();
  };
  const typed = values.amount === undefined || Number.isNaN(values.amount) ? undefined : toMinor(values.amount, currency);
  const typedText = typed === undefined ? '' : format.money(typed, currency);
  const needsConfirmation = field('confirmed').fault !== undefined;
  const editAgain = () => {
    change({ confirmed: undefined });
    form.current?.querySelector('input')?.focus();
  };
  const confirm = () => {
    change({ confirmed: values.amount });
    drawer.onSave();
  };
  // Based on the current amount: an amount typed unchanged is sent too, and a large change asks for confirmation.
  const overwrite = () => {
    const { amount: typedAmount } = values;
    drawer.onLatest?.();
    change({ amount: typedAmount });
    drawer.onSave();
  };
  const resets = kind === 'budget' && typed !== undefined && restartsLearning(before, typed);
  return (
    <div role="dialog" aria-labelledby={title} className="ads-amount-panel" onKeyDown={key}>
      <form ref={form} onSubmit={submit} noValidate>
        <strong id={title} className="ads-amount-title" title={subject.name}>
          <Halves text={subject.name} oneLine />
        </strong>
        {drawer.failure && <FailureRemark failure={drawer.failure} />}
        <NumberField
          label={t(
            kind === 'bid' ? 'launches.bid' : subject.budget_mode === 'lifetime' ? 'launches.lifetimeBudget' : 'launches.dailyBudget',
          )}
          {...field('amount')}
          onChange={(typed) => change({ amount: typed, confirmed: undefined })}
          unit={currency}
          disabled={busy}
          help={
            <>
              {t('launches.before', { amount: format.money(before, currency) })}
              {resets && <span className="ads-amount-hint">{t('launches.learningResets')}</span>}
            </>
          }
          required
        />
        {conflict && (
          <Question
            text={t('launches.amountChanged', {
              by: conflict.by,
              at: conflict.at && format.instant(conflict.at),
              amount: format.money(conflict.latest.subject.before, currency),
              isKnown: conflict.by === '' ? 'no' : 'yes',
            })}
          >
            <Button size="small" onClick={drawer.onLatest}>
              {t('ui.loadLatest')}
            </Button>
            <Button size="small" status="danger" onClick={overwrite}>
              {t('launches.changeTo', { amount: typedText })}
            </Button>
          </Question>
        )}
        {needsConfirmation && (
          <Question
            text={t('launches.largeChange.one', {
              before: format.money(before, currency),
              after: typedText,
              share: typed !== undefined && before ? format.compactPercent(typed / before) : DASH,
            })}
          >
            <Button size="small" onClick={editAgain}>
              {t('launches.typeAgain')}
            </Button>
            <Button size="small" status="danger" onClick={confirm}>
              {t('launches.changeTo', { amount: typedText })}
            </Button>
          </Question>
        )}
        {!conflict && !needsConfirmation && (
          <div className="ads-amount-foot">
            <Button size="small" onClick={onDone} disabled={busy}>
              {t('ui.cancel')}
            </Button>
            <Button size="small" type="primary" htmlType="submit" loading={busy}>
              {t('launches.changeNow')}
            </Button>
          </div>
        )}
      </form>
    </div>
  );
}

/** A decision before the amount is sent; the cancel button has the focus. */
function Question({ text, children }: { text: string; children: ReactNode }) {
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => buttons.current?.querySelector('button')?.focus(), []);
  return (
    <Remark kind="warn" title={text}>
      <div ref={buttons} className="ads-amount-foot">
        {children}
      </div>
    </Remark>
  );
}

/** The budget of an object with its spent share; a text where another level holds the budget. */
export function BudgetCell({ level, row, amount }: Props) {
  const t = useText();
  const format = useFormat();
  const { refusalOf } = useEntityPermits();
  if (row.budget_mode === null) {
    return <span className="ads-quiet">{t(level === 'campaign' ? 'launches.budgetOfGroups' : 'launches.budgetOfCampaign')}</span>;
  }
  const subject: AmountSubject = {
    kind: 'budget',
    level,
    id: row.id,
    name: row.name,
    currency: row.account.currency,
    before: row.budget_mode === 'lifetime' ? row.lifetime_budget : row.daily_budget,
    budget_mode: row.budget_mode,
    min: row.min_budget,
  };
  return (
    <span className="ads-amount">
      <span>
        {amount ? (
          <AmountButton subject={subject} amount={amount} refusal={refusalOf(row, 'budget')} />
        ) : (
          format.money(subject.before, subject.currency)
        )}
        {row.budget_mode === 'lifetime' && <small className="ads-quiet"> {t('launches.inAll')}</small>}
      </span>
      <SpentBar share={row.spent_pct} />
    </span>
  );
}

/** The bid of an ad group, where its strategy has one. */
export function BidCell({ row, amount }: { row: Omit<GroupRow, 'm' | 'mature' | 'running' | 'local'>; amount: AmountForm | undefined }) {
  const format = useFormat();
  const { refusalOf } = useEntityPermits();
  if (row.bid_amount === null) return DASH;
  if (amount === undefined) return format.money(row.bid_amount, row.account.currency);
  const subject: AmountSubject = {
    kind: 'bid',
    level: 'ad_group',
    id: row.id,
    name: row.name,
    currency: row.account.currency,
    before: row.bid_amount,
    budget_mode: null,
  };
  return <AmountButton subject={subject} amount={amount} refusal={refusalOf(row, 'bid')} />;
}
