import { Button } from '@arco-design/web-react';
import { useState, useSyncExternalStore } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { Overlay } from '../overlay/overlay.tsx';
import { Remark } from '../page/block.tsx';
import { useCopy } from '../text/copy-text.tsx';
import { type NewPasswords, newPasswordsStore } from './new-passwords.ts';
import './new-passwords.css';

type Text = ReturnType<typeof useText>;

/** One account as lines for a message; several as rows for a spreadsheet. */
function formatCopiedText({ list }: NewPasswords, t: Text): string {
  const [first, second] = list;
  if (first && !second) return `${t('ui.account')}: ${first.account}\n${t('ui.newPassword')}: ${first.password}`;
  const rows = list.map(({ account, name = '', password }) => [account, name, password].join('\t'));
  return [[t('ui.account'), t('ui.personName'), t('ui.newPassword')].join('\t'), ...rows].join('\n');
}

function Table({ list }: Pick<NewPasswords, 'list'>) {
  const t = useText();
  const named = list.some(({ name }) => name);
  return (
    <table className="ads-made-passwords">
      <thead>
        <tr>
          <th>{t('ui.account')}</th>
          {named && <th>{t('ui.personName')}</th>}
          <th>{t('ui.newPassword')}</th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ account, name, password }) => (
          <tr key={account}>
            <td>{account}</td>
            {named && <td>{name}</td>}
            <td>
              <code>{password}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OpenDialog({ passwords }: { passwords: NewPasswords }) {
  const t = useText();
  const { status, copy } = useCopy();
  const [isTaken, setIsTaken] = useState(false);
  const [hasAsked, setHasAsked] = useState(false);
  const { title, list, refused = [], save } = passwords;
  // Asks once more before closing, because the passwords cannot be shown again.
  const close = () => (isTaken || hasAsked || list.length === 0 ? newPasswordsStore.close() : setHasAsked(true));
  return (
    <Overlay
      title={title}
      shape="dialog"
      closeText={t('ui.close')}
      onDismiss={close}
      footer={
        <>
          <Button onClick={close}>{t(hasAsked && !isTaken ? 'ui.closeAnyway' : 'ui.close')}</Button>
          {save && (
            <Button
              onClick={() => {
                save();
                setIsTaken(true);
              }}
            >
              {t('ui.saveAsSheet')}
            </Button>
          )}
          {list.length > 0 && (
            <Button
              type="primary"
              data-autofocus=""
              onClick={() => {
                void copy(formatCopiedText(passwords, t));
                setIsTaken(true);
              }}
            >
              {status ?? t(list.length === 1 ? 'ui.copyPassword' : 'ui.copyPasswords')}
            </Button>
          )}
        </>
      }
    >
      {hasAsked && !isTaken && <Remark kind="warn" title={t('ui.passwordsNotTaken')} />}
      {list.length > 0 && <p>{t('ui.passwordsOnce')}</p>}
      {list.length > 0 && <Table list={list} />}
      {refused.length > 0 && (
        <Remark kind="error" title={t('ui.passwordsRefused', { count: refused.length })}>
          <ul>
            {refused.map(({ account, why }) => (
              <li key={account}>
                {account}: {why}
              </li>
            ))}
          </ul>
        </Remark>
      )}
    </Overlay>
  );
}

/** Shows the passwords of `showNewPasswords` one batch after the other. Rendered once, near the root. */
export function NewPasswordsDialog() {
  const passwords = useSyncExternalStore(newPasswordsStore.subscribe, newPasswordsStore.read);
  const key = passwords?.list.map(({ account, password }) => account + password).join();
  return passwords ? <OpenDialog key={key} passwords={passwords} /> : null;
}
