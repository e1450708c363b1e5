import { Button } from '@arco-design/web-react';
import { useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import './not-found.css';

/** A dead end with ways out; it does not tell whether the page is unknown or forbidden. */
export function NotFound({ session }: { session: ActorRefFrom<typeof sessionMachine> }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <section className="ads-not-found">
      <p className="ads-not-found-code" aria-hidden="true">
        404
      </p>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <div className="ads-buttons">
        <Button type="primary" onClick={() => void navigate('/')}>
          {t('notFound.home')}
        </Button>
        <Button onClick={() => session.send({ type: 'session.rightsDoubted' })}>{t('notFound.reload')}</Button>
        <Button onClick={() => session.send({ type: 'session.signOutRequested' })}>{t('header.signOut')}</Button>
      </div>
    </section>
  );
}
