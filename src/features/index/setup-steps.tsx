import type { ActorRefFrom } from 'xstate';
import type { boardTodo } from '#machines/index/home-parts.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConsoleLink } from '#src/parts/board/index.ts';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { IconCheck } from '#src/ui/text/icons.ts';

/** The steps to a first launch, for users without one. */
export function SetupSteps({ todo }: { todo: ActorRefFrom<typeof boardTodo> }) {
  const t = useText();
  const { answer } = useDetail(todo);
  if (!answer || answer.setup.length === 0) return null;
  return (
    <section className="ads-home-block" aria-label={t('home.setup')}>
      <header className="ads-home-head">
        <h2>{t('home.setup')}</h2>
      </header>
      <ol className="ads-home-setup">
        {answer.setup.map(({ step, done, link }, at) => (
          <li key={step} className={done ? 'ads-home-done' : undefined}>
            <span className="ads-home-mark" aria-hidden="true">
              {done ? <IconCheck /> : at + 1}
            </span>
            <ConsoleLink to={link}>{t(`home.setup.${step}`)}</ConsoleLink>
            {done && <span className="ads-visually-hidden">{t('home.done')}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
