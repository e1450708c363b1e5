import { useSelector } from '@xstate/react';
import { type ComponentProps, lazy, Suspense, useEffect, useMemo } from 'react';
import type { Console } from '#machines/console/console.machine.ts';
import { type MenuEntry, openPages } from '#machines/menu/menu-tree.ts';
import type { Farewell } from '#machines/session/session-end.ts';
import { NotFound } from '#src/features/not-found/not-found.page.tsx';
import { type Language, TextProvider, useText } from '#src/locale/text-provider.tsx';
import { nameDocument } from '#src/platform/page-root.ts';
import { preloadHttpClient } from '#src/services/http.ts';
import { NewPasswordsDialog } from '#src/ui/form/new-passwords-dialog.tsx';
import { Announcer } from '#src/ui/overlay/announcer.tsx';
import { Notices } from '#src/ui/overlay/notice-stack.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { LoadingBlock } from '#src/ui/page/block.tsx';
import { ErrorBoundary } from '#src/ui/page/error-boundary.tsx';
import { ReloadProvider } from '#src/ui/page/reloading.tsx';
import { WorkspaceView } from './workspace-view.tsx';

const Login = lazy(() => import('#src/features/login/login.page.tsx'));
const Layout = lazy(() => import('#src/layout/layout.tsx'));

const NOBODY = { id: 0, account: '', name: '', isAdmin: 0, isLeader: false, actions: [] };
const NO_PATHS: readonly string[] = [];
const NO_ENTRIES: readonly MenuEntry[] = [];

interface Props {
  console: Console;
  /** Why the last session in this window ended. */
  farewell: Farewell | undefined;
  onReload: () => void;
}

/** The login page, which names the window after itself. */
function SignIn(props: ComponentProps<typeof Login>) {
  const t = useText();
  useEffect(() => nameDocument(`${t('login.title')} - ${t('app.title')}`), [t]);
  return <Login {...props} />;
}

/** What is on the screen follows from two facts: where the guard stands, and who is signed in. */
export function ConsoleView({ console: root, farewell, onReload }: Props) {
  const parts = useSelector(root, (state) => state.children);
  const { session, guard, locale, menu, workspace } = parts;
  const user = useSelector(session, (state) => state?.context.user);
  const signedIn = useSelector(session, (state) => state?.hasTag('signedIn') ?? false);
  const place = useSelector(guard, (state) => state?.value);
  const permitted = useSelector(guard, (state) => state?.context.paths);
  const children = useSelector(guard, (state) => state?.context.children ?? NO_PATHS);
  const entries = useSelector(
    menu,
    (state) => (state && (state.context.entries.length > 0 ? state.context.entries : state.context.own)) ?? NO_ENTRIES,
  );
  const pages = useMemo(
    () =>
      openPages({ entries, known: children, permitted: permitted ?? NO_PATHS }).map(({ path, title, titleEn, hide }) => ({
        path,
        title,
        titleEn,
        hidden: hide,
      })),
    [entries, children, permitted],
  );
  const known = permitted !== undefined;
  const language = useSelector(locale, (state) => state?.context.language);
  if (!session || !language) return null;

  const viewer = user
    ? {
        id: user.id,
        account: user.account,
        name: user.name,
        isAdmin: user.is_admin,
        isLeader: user.is_leader === 1,
        line: user.platform === 'ec' ? ('ec' as const) : ('dj' as const),
        actions: user.actions,
        pages,
      }
    : { ...NOBODY, pages };

  return (
    <TextProvider language={language as Language} timezone={user?.timezone ?? 'Asia/Shanghai'}>
      <ViewerProvider viewer={viewer}>
        <ReloadProvider value={onReload}>
          <ErrorBoundary>
            <Suspense fallback={<LoadingBlock />}>
              {place === 'atSignIn' && !signedIn && parts.theme && locale && (
                <SignIn session={session} theme={parts.theme} locale={locale} farewell={farewell} onFocusForm={preloadHttpClient} />
              )}
              {signedIn && known && (
                <Layout parts={parts}>
                  {workspace && guard && menu && (
                    <WorkspaceView
                      workspace={workspace}
                      missing={place === 'notFound' ? <NotFound session={session} guard={guard} menu={menu} /> : undefined}
                    />
                  )}
                </Layout>
              )}
              {((signedIn && !known) || (!signedIn && place !== 'atSignIn')) && <LoadingBlock />}
            </Suspense>
          </ErrorBoundary>
        </ReloadProvider>
        <NewPasswordsDialog />
        <Notices />
        <Announcer />
      </ViewerProvider>
    </TextProvider>
  );
}
