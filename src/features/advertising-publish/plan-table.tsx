import { useMemo, useState } from 'react';
import { findLeftOut } from '#contracts/rules/left-out.ts';
import { budgetModeWords } from '#contracts/vocabulary/schemes.ts';
import { MAX_NODE_NAME_LENGTH, type PlanNode } from '#machines/advertising-publish/publish-values.ts';
import { DASH, instantText, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { InlineText } from '#src/ui/form/inline-text.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { changeLeftOut, planTree } from './plan-tree.ts';

interface Props {
  nodes: readonly PlanNode[];
  busy: boolean;
  /** Names edited here, by node. */
  renames: Readonly<Record<string, string>>;
  onRename: (node: string, name: string) => void;
  /** The ads that are left out. */
  leftOut: readonly string[];
  onLeftOut: (ads: string[]) => void;
}

/** All objects to be created as a tree, with their findings. */
export function PlanTable({ nodes, busy, renames, onRename, leftOut, onLeftOut }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const [folded, setFolded] = useState<readonly string[]>([]);
  const [isOnlyFaulty, setIsOnlyFaulty] = useState(false);
  const hasFaults = nodes.some(({ errors, warnings }) => errors.length + warnings.length > 0);
  const tree = useMemo(() => planTree(nodes, isOnlyFaulty && hasFaults), [nodes, isOnlyFaulty, hasFaults]);
  const expanded = tree.parentNodes.filter((node) => !folded.includes(node));
  const toggle = (node: string) => setFolded(folded.includes(node) ? folded.filter((one) => one !== node) : [...folded, node]);

  // Follows the choice at once; the totals follow with the next preview.
  const excluded = useMemo(() => findLeftOut(nodes, leftOut), [nodes, leftOut]);
  const columns = useMemo((): Column<PlanNode>[] => {
    const levelText = ({ level }: PlanNode) => t(`publish.level.${level}`);
    return [
      {
        key: 'name',
        title: t('publish.plan.name'),
        width: 240,
        frozen: true,
        render: (row) => (
          <span className={excluded.has(row.node) ? 'ads-publish-name ads-publish-left-out' : 'ads-publish-name'}>
            <CheckBox
              label={t('publish.plan.include', { name: row.name })}
              checked={!excluded.has(row.node)}
              onChange={(isIncluded) => onLeftOut(changeLeftOut(nodes, leftOut, row.node, isIncluded))}
            />
            <InlineText
              label={t('publish.plan.nameOf', { level: levelText(row) })}
              value={renames[row.node] ?? row.name}
              max={MAX_NODE_NAME_LENGTH}
              onCommit={(name) => onRename(row.node, name)}
            />
          </span>
        ),
      },
      {
        key: 'creative',
        title: t('publish.plan.creative'),
        width: 160,
        render: ({ creative }) =>
          creative === null ? (
            DASH
          ) : (
            <span className="ads-publish-creative">
              <Cover url={creative.cover_url} alt="" />
              <NameText text={creative.material?.label ?? creative.post?.label ?? DASH} note={creative.text} />
            </span>
          ),
      },
      { key: 'account', title: t('publish.plan.account'), width: 120, render: ({ account }) => <NameText text={account.label} /> },
      {
        key: 'countries',
        title: t('scheme.countries'),
        width: 64,
        render: ({ countries }) => <NameText text={countries.join(' ')} />,
      },
      {
        key: 'homepage',
        title: t('publish.plan.homepage'),
        width: 100,
        render: ({ homepage }) => <NameText text={homepage?.label ?? DASH} />,
      },
      { key: 'landing', title: t('publish.plan.landing'), width: 100, render: ({ landing }) => <NameText text={landing?.label ?? DASH} /> },
      {
        key: 'budget',
        title: t('publish.plan.budget'),
        width: 116,
        align: 'right',
        render: ({ budget, budget_usd, budget_mode, currency }) =>
          budget === null ? (
            DASH
          ) : (
            <NameText
              text={`${format.money(budget, currency)} ${currency}`}
              note={`${format.money(budget_usd, 'USD')} · ${budget_mode ? w(budgetModeWords[budget_mode]) : ''}`}
            />
          ),
      },
      {
        key: 'status',
        title: t('publish.plan.status'),
        width: 68,
        render: ({ initial_status }) => t(`scheme.initialStatus.${initial_status}`),
      },
      {
        key: 'checks',
        title: t('publish.plan.checks'),
        width: 200,
        render: ({ node, errors, warnings }) =>
          excluded.has(node) ? (
            <span className="ads-quiet">{t('publish.plan.leftOut')}</span>
          ) : errors.length + warnings.length === 0 ? (
            <span className="ads-quiet">{t('publish.plan.fine')}</span>
          ) : (
            <ul className="ads-publish-checks">
              {errors.map(({ reason, text }) => (
                <li key={reason} className="ads-publish-error">
                  {text}
                </li>
              ))}
              {warnings.map(({ reason, text }) => (
                <li key={reason} className="ads-publish-warning">
                  {text}
                </li>
              ))}
            </ul>
          ),
      },
      { key: 'level', title: t('publish.plan.level'), width: 76, render: levelText },
      {
        key: 'start',
        title: t('publish.plan.start'),
        hint: t('publish.plan.startHint'),
        width: 140,
        render: ({ start_at, timezone_name }) => (
          <span
            className="ads-numbers"
            title={start_at === null ? undefined : `${timezone_name} · UTC ${start_at.slice(0, 16).replace('T', ' ')}`}
          >
            {start_at === null ? t('scheme.startMode.now') : instantText(start_at, timezone_name)}
          </span>
        ),
      },
    ];
  }, [t, w, format, renames, onRename, nodes, excluded, leftOut, onLeftOut]);

  return (
    <>
      <Toolbar
        end={
          hasFaults && (
            <label className="ads-choice">
              <CheckBox checked={isOnlyFaulty} onChange={setIsOnlyFaulty} />
              <span>{t('publish.plan.onlyFaulty')}</span>
            </label>
          )
        }
      >
        <span className="ads-quiet">{t('publish.plan.renameHint')}</span>
        {leftOut.length > 0 && (
          <>
            <span role="status">{t('publish.plan.leftOutCount', { count: leftOut.length })}</span>
            <button type="button" className="ads-link-button" onClick={() => onLeftOut([])}>
              {t('publish.plan.putAllBack')}
            </button>
          </>
        )}
      </Toolbar>
      <div className="ads-publish-plan">
        <DataTable<PlanNode, string>
          label={t('publish.plan.tree')}
          columns={columns}
          rows={tree.roots}
          rowKey={({ node }) => node}
          rowName={({ name }) => name}
          busy={busy}
          tree={{ childrenOf: tree.childrenOf }}
          expanded={expanded}
          onToggle={toggle}
          rowTone={({ errors, warnings }) => (errors.length > 0 ? 'error' : warnings.length > 0 ? 'warn' : undefined)}
          density="roomy"
          empty={{ text: t('publish.plan.none') }}
        />
      </div>
    </>
  );
}
