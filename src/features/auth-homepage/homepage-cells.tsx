import { homepageColumnWords } from '#contracts/vocabulary/homepages.ts';
import { type HomepageRow, missingTasks, usageOf } from '#machines/auth-homepage/homepage-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { HomepageStatusTag } from '#src/parts/assets/index.ts';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { TagLine } from '#src/ui/text/tag-line.tsx';
import './homepage.css';

/** The picture and name of the homepage. */
export function PageName({ row: { name, picture_url, category }, onOpen }: { row: HomepageRow; onOpen: (() => void) | undefined }) {
  return (
    <span className="ads-homepage-name">
      {picture_url ? (
        <img src={picture_url} alt="" width={32} height={32} />
      ) : (
        <span className="ads-homepage-initial" aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <NameText text={name} note={category ?? undefined} {...(onOpen && { onOpen })} />
    </span>
  );
}

/** Whether the homepage is usable, and what prevents it. */
export function UsableTag({
  row: { status, usable_for_ads, usable_for_posts, ads_obstacle, posts_obstacle, personal_account },
}: {
  row: HomepageRow;
}) {
  const t = useText();
  const obstacle = ads_obstacle ?? posts_obstacle;
  const hint = obstacle ? t(`homepage.obstacle.${obstacle}`, { person: personal_account.label }) : undefined;
  if (status !== 'active' || (usable_for_ads && usable_for_posts)) return <HomepageStatusTag status={status} hint={hint} />;
  return <StatusTag kind="warn" text={t(usable_for_ads ? 'homepage.onlyAds' : 'homepage.unusable')} hint={hint} />;
}

const TASKS: Record<string, MessageId> = {
  MANAGE: 'homepage.task.MANAGE',
  CREATE_CONTENT: 'homepage.task.CREATE_CONTENT',
  MODERATE: 'homepage.task.MODERATE',
  ADVERTISE: 'homepage.task.ADVERTISE',
  ANALYZE: 'homepage.task.ANALYZE',
};

/** Number of permissions that fit into one line of a row. */
const TASKS_SHOWN = 3;
export const TASKS_WIDTH = 240;

/** Page permissions of the authorising account; missing ones come first, naming who has to grant them. */
export function TaskTags({ row }: { row: HomepageRow }) {
  const t = useText();
  const toTaskName = (task: string) => {
    const id = TASKS[task];
    return id ? t(id) : task;
  };
  const person = row.personal_account.label;
  const missing = missingTasks(row);
  return (
    <TagLine
      tags={row.tasks.map((task) => ({ key: task, text: toTaskName(task), hint: task }))}
      shown={missing.length > 0 ? 0 : TASKS_SHOWN}
      room={TASKS_WIDTH}
      start={
        missing.length > 0 &&
        missing.map((task) => (
          <StatusTag
            key={task}
            kind="warn"
            text={t('homepage.missing', { task: toTaskName(task), person })}
            hint={t('homepage.missingHint', { task: toTaskName(task), person })}
          />
        ))
      }
    />
  );
}

/** Number of running ads compared with the limit. */
export function UsageBar({ row }: { row: HomepageRow }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { share, level } = usageOf(row);
  const usageText = `${format.number(row.ads_active)} / ${format.number(row.ad_limit)}`;
  return (
    <span
      className={`ads-homepage-usage ads-homepage-usage-${level}`}
      title={t(`homepage.usage.${level}`, { share: format.percent(share) })}
    >
      <span className="ads-numbers">
        {usageText}
        {level !== 'free' && <strong>{t(level === 'full' ? 'homepage.usageFull' : 'homepage.usageShort')}</strong>}
      </span>
      <span
        className="ads-homepage-bar"
        role="meter"
        aria-label={w(homepageColumnWords.usage)}
        aria-valuemin={0}
        aria-valuemax={row.ad_limit}
        aria-valuenow={Math.min(row.ads_active, row.ad_limit)}
        aria-valuetext={usageText}
      >
        <i style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
    </span>
  );
}
