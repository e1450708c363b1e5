import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { normalisePath } from '#machines/guard/decide.ts';
import { type guardMachine, hasPage } from '#machines/guard/guard.machine.ts';
import type { menuMachine } from '#machines/menu/menu.machine.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import './not-found.css';

interface Props {
  session: ActorRefFrom<typeof sessionMachine>;
  guard: ActorRefFrom<typeof guardMachine>;
  menu: ActorRefFrom<typeof menuMachine>;
}

/** The user has no page at all, lost the permission for the open one, or requested one without permission. */
function useReason({ session, guard, menu }: Props): { title: string; text: string; hasHome: boolean } {
  const t = useText();
  const locale = useLocaleName();
  const canGoHome = useSelector(guard, ({ context }) => hasPage(context));
  const lost = useSelector(guard, ({ context: { denied } }) => (denied?.lost ? normalisePath(denied.place.pathname) : undefined));
  const entry = useSelector(menu, ({ context }) => context.own.find(({ path }) => path === lost));
  const isKnown = useSelector(session, ({ context }) => context.user !== undefined);
  if (lost !== undefined) {
    const title = (locale === 'en' ? entry?.titleEn : entry?.title) ?? lost;
    return { title: t('notFound.lostTitle', { title }), text: t('notFound.lostText'), hasHome: canGoHome };
  }
  if (canGoHome) return { title: t('notFound.title'), text: t('notFound.text'), hasHome: true };
  if (isKnown) return { title: t('notFound.noneTitle'), text: t('notFound.noneText'), hasHome: false };
  return { title: t('notFound.unknownTitle'), text: t('notFound.unknownText'), hasHome: false };
}

/** A dead end with ways out; it does not reveal whether the requested page is unknown or forbidden. */
export function NotFound(props: Props) {
  const { session } = props;
  const t = useText();
  const navigate = useNavigate();
  const { title, text, hasHome } = useReason(props);
  return (
    <section className="ads-not-found ads-within-window">
      {hasHome && (
        <p className="ads-not-found-code" aria-hidden="true">
          404
        </p>
      )}
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="ads-buttons">
        {hasHome && (
          <Button type="primary" onClick={() => void navigate('/')}>
            {t('notFound.home')}
          </Button>
        )}
        <Button type={hasHome ? 'default' : 'primary'} onClick={() => session.send({ type: 'session.rightsDoubted' })}>
          {t('notFound.reload')}
        </Button>
        <Button onClick={() => session.send({ type: 'session.signOutRequested' })}>{t('header.signOut')}</Button>
      </div>
    </section>
  );
}
