import type { ActorRefFrom } from 'xstate';
import type { boardTodo } from '#machines/index/home-parts.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConsoleLink, HomeBlock } from '#src/parts/board/index.ts';
import { useDetail } from '#src/ui/page/use-detail.ts';

/** Tasks that need attention, with links. */
export function TodoList({ todo }: { todo: ActorRefFrom<typeof boardTodo> }) {
  const t = useText();
  const { answer, busy, failure, refresh } = useDetail(todo);
  const tasks = answer && [...answer.list, ...answer.hosting];
  return (
    <HomeBlock title={t('home.todo')} busy={busy} failure={failure} onRetry={refresh}>
      {tasks &&
        (tasks.length === 0 ? (
          <p className="ads-home-quiet">{t('home.nothingTodo')}</p>
        ) : (
          <ul className="ads-home-list">
            {tasks.map(({ kind, count, link }) => (
              <li key={kind}>
                <ConsoleLink to={link}>{t(`home.todo.${kind}`)}</ConsoleLink>
                <strong className="ads-numbers">{count}</strong>
              </li>
            ))}
          </ul>
        ))}
    </HomeBlock>
  );
}
