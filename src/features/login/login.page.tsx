import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FieldFaults } from '#machines/kernel/form/faults.ts';
import { faultsIn, firstFault, required, stringMaximum, stringRange } from '#machines/kernel/form/field-rules.ts';
import type { localeMachine } from '#machines/locale/locale.machine.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import type { Farewell, SessionEnd } from '#machines/session/session-end.ts';
import type { themeMachine } from '#machines/theme/theme.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { PasswordField, TextField } from '#src/ui/form/text-fields.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { LanguageSwitch } from '#src/ui/page/language-switch.tsx';
import { ThemeSwitch } from '#src/ui/page/theme-switch.tsx';
import './login.css';

const ACCOUNT = 'input[autocomplete="username"]';
const PASSWORD = 'input[autocomplete="current-password"]';

interface SignInForm {
  account: string;
  password: string;
}

/** No account has a name or a password of another length, so nothing is sent in vain. A password may consist of spaces. */
const validate = ({ account, password }: SignInForm): FieldFaults<SignInForm> =>
  faultsIn<SignInForm>({
    account: firstFault(account.trim(), required, stringRange(3, 32)),
    password: password === '' ? { rule: 'required' } : firstFault(password, stringMaximum(32)),
  });

/** Ends with a text of their own; any other end has a general text. */
const ENDS: readonly string[] = ['expired', 'passwordReset', 'endedElsewhere', 'signedOut', 'otherTab', 'disabled'] satisfies SessionEnd[];

interface Props {
  session: ActorRefFrom<typeof sessionMachine>;
  theme: ActorRefFrom<typeof themeMachine>;
  locale: ActorRefFrom<typeof localeMachine>;
  /** Why the last session in this window ended. */
  farewell: Farewell | undefined;
  /** The user types into the form. */
  onType: () => void;
}

const isSessionEnd = (end: string): end is SessionEnd => ENDS.includes(end);
const toSessionEnd = ({ end }: Farewell): SessionEnd => (isSessionEnd(end) ? end : 'unknown');

/** The typed password stays in this view, because machines must not hold it. */
export default function Login({ session, theme, locale, farewell, onType }: Props) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<SignInForm>({ account: farewell?.account ?? '', password: '' });
  const [faults, setFaults] = useState<FieldFaults<SignInForm>>({});
  const busy = useSelector(session, (state) => state.hasTag('busy'));
  const failure = useSelector(session, (state) => state.context.failure);
  const dark = useSelector(theme, (state) => state.matches('dark'));
  const language = useSelector(locale, (state) => state.context.wanted);

  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>(farewell?.account ? PASSWORD : ACCOUNT)?.focus();
  }, [farewell]);
  useEffect(() => {
    if (!failure) return;
    setTyped((before) => ({ ...before, password: '' }));
    form.current?.querySelector<HTMLInputElement>(PASSWORD)?.focus();
  }, [failure]);

  const change = (part: Partial<SignInForm>) => {
    setTyped({ ...typed, ...part });
    setFaults({});
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validate(typed);
    setFaults(found);
    if (Object.keys(found).length === 0) session.send({ type: 'session.signInRequested', credentials: typed });
    else form.current?.querySelector<HTMLInputElement>(found.account ? ACCOUNT : PASSWORD)?.focus();
  };

  return (
    <div className="ads-login">
      <div className="ads-login-switches">
        <LanguageSwitch language={language} onChoose={(name) => locale.send({ type: 'locale.chosen', locale: name })} />
        <ThemeSwitch dark={dark} onToggle={() => theme.send({ type: 'theme.toggled' })} />
      </div>
      <main className="ads-login-card">
        <div className="ads-login-brand">
          <img src="/logo.svg" width={32} height={32} alt="" />
          <h1>{t('app.title')}</h1>
        </div>
        {farewell && (
          <Remark kind="info" title={t(`login.ended.${toSessionEnd(farewell)}`)}>
            {farewell.hasWork && <p>{t('login.workKept')}</p>}
          </Remark>
        )}
        <form ref={form} noValidate onSubmit={submit} onInput={onType} aria-label={t('login.title')}>
          <TextField
            label={t('login.account')}
            value={typed.account}
            onChange={(account) => change({ account })}
            fault={faults.account}
            disabled={busy}
            autoComplete="username"
            required
          />
          <PasswordField
            label={t('login.password')}
            value={typed.password}
            onChange={(password) => change({ password })}
            fault={faults.password}
            disabled={busy}
            required
          />
          <div className="ads-login-message">
            {failure && (
              <p className="ads-login-failure" role="alert">
                {failure.message}
              </p>
            )}
          </div>
          <Button type="primary" htmlType="submit" long size="large" loading={busy}>
            {t(busy ? 'login.submitting' : 'login.submit')}
          </Button>
        </form>
      </main>
    </div>
  );
}
