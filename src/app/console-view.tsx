import { useSelector } from '@xstate/react';
import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { Console } from '#machines/console/console.machine.ts';
import type { Farewell } from '#machines/session/session-end.ts';
import type { Parts } from '#src/layout/parts.ts';
import { type Language, TextProvider, useText } from '#src/locale/text-provider.tsx';
import { nameDocument } from '#src/platform/page-root.ts';
import { Announcer } from '#src/ui/overlay/announcer.tsx';
import { Notices } from '#src/ui/overlay/notice-stack.tsx';
import { LoadingBlock } from '#src/ui/page/block.tsx';
import { ErrorBoundary } from '#src/ui/page/error-boundary.tsx';
import { MissingPart } from '#src/ui/page/missing-part.tsx';
import { ReloadProvider } from '#src/ui/page/reloading.tsx';

const Login = lazy(() => import(/* webpackChunkName: "login" */ '#src/features/login/login.page.tsx'));

interface Props {
  console: Console;
  /** Why the last session in this window ended. */
  farewell: Farewell | undefined;
  /** The view of the workbench; undefined before its code is here. */
  workbenchView: () => ComponentType<{ parts: Parts }> | undefined;
  /** The user is about to sign in. */
  onApproach: () => void;
  onReload: () => void;
}

/** The login page, which names the window after itself. */
function SignIn(props: ComponentProps<typeof Login>) {
  const t = useText();
  useEffect(() => nameDocument(`${t('login.title')} - ${t('app.title')}`), [t]);
  return <Login {...props} />;
}

/** What is on the screen follows from two facts: where the guard stands, and who is signed in. */
export function ConsoleView({ console: root, farewell, workbenchView, onApproach, onReload }: Props) {
  const consoleParts = useSelector(root, (state) => state.children);
  const isCodeMissing = useSelector(root, (state) => state.matches('missing'));
  const { session, guard, locale, theme, workbench } = consoleParts;
  const workbenchParts = useSelector(workbench, (state) => state?.children);
  const timezone = useSelector(session, (state) => state?.context.user?.timezone);
  const businessTimezone = useSelector(session, (state) => state?.context.user?.business_timezone);
  const isSignedIn = useSelector(session, (state) => state?.hasTag('signedIn') ?? false);
  const isAtSignIn = useSelector(guard, (state) => state?.matches('atSignIn') ?? false);
  const areRightsKnown = useSelector(guard, (state) => state?.context.paths !== undefined);
  const language = useSelector(locale, (state) => state?.context.language);
  if (!session || !language) return null;

  const Workbench = workbenchView();
  const content = () => {
    if (!isSignedIn) {
      if (!isAtSignIn || !theme || !locale) return <LoadingBlock />;
      return <SignIn session={session} theme={theme} locale={locale} farewell={farewell} onType={onApproach} />;
    }
    if (isCodeMissing) return <MissingPart onRetry={() => root.send({ type: 'workbench.retried' })} />;
    if (!areRightsKnown || !workbenchParts || !Workbench) return <LoadingBlock />;
    return <Workbench parts={{ ...consoleParts, ...workbenchParts }} />;
  };

  return (
    <TextProvider language={language as Language} timezone={timezone} businessTimezone={businessTimezone}>
      <ReloadProvider value={onReload}>
        <ErrorBoundary>
          <Suspense fallback={<LoadingBlock />}>{content()}</Suspense>
        </ErrorBoundary>
      </ReloadProvider>
      <Notices />
      <Announcer />
    </TextProvider>
  );
}
