import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { listPermittedPages, type MenuEntry } from '#machines/menu/menu-tree.ts';
import { NotFound } from '#src/features/not-found/not-found.page.tsx';
import { Layout } from '#src/layout/layout.tsx';
import type { Parts } from '#src/layout/parts.ts';
import { NewPasswordsDialog } from '#src/ui/form/new-passwords-dialog.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { actionsOn } from './page-registry.ts';
import { WorkspaceView } from './workspace-view.tsx';

const NOBODY = { id: 0, account: '', name: '', isAdmin: 0, isLeader: false, actions: [] };
const NO_PATHS: readonly string[] = [];
const NO_ENTRIES: readonly MenuEntry[] = [];

/** Everything that a signed-in user sees. */
export function WorkbenchView({ parts }: { parts: Parts }) {
  const { session, guard, menu, workspace } = parts;
  const user = useSelector(session, (state) => state?.context.user);
  const isMissing = useSelector(guard, (state) => state?.matches('notFound') ?? false);
  const permitted = useSelector(guard, (state) => state?.context.paths ?? NO_PATHS);
  const children = useSelector(guard, (state) => state?.context.children ?? NO_PATHS);
  const entries = useSelector(
    menu,
    (state) => (state && (state.context.entries.length > 0 ? state.context.entries : state.context.own)) ?? NO_ENTRIES,
  );
  const pages = useMemo(
    () =>
      listPermittedPages({ entries, known: children, permitted }).map(({ path, title, titleEn, hide }) => ({
        path,
        title,
        titleEn,
        hidden: hide,
        actions: actionsOn(path),
      })),
    [entries, children, permitted],
  );
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
    <ViewerProvider viewer={viewer}>
      <Layout parts={parts}>
        {session && workspace && guard && menu && (
          <WorkspaceView workspace={workspace} missing={isMissing ? <NotFound session={session} guard={guard} menu={menu} /> : undefined} />
        )}
      </Layout>
      <NewPasswordsDialog />
    </ViewerProvider>
  );
}
