import { Button } from '@arco-design/web-react';
import { describeCondition } from '#contracts/rules/host-rule-sentence.ts';
import { findConditionFault, ruleLimits, unitOfCondition } from '#contracts/rules/host-rules.ts';
import {
  ruleBaselines,
  ruleBaselineWords,
  ruleComparisons,
  ruleComparisonWords,
  ruleJoins,
  ruleJoinWords,
  ruleMetrics,
  ruleOperators,
  ruleOperatorWords,
  ruleRankOrders,
  ruleRankOrderWords,
  ruleWindows,
  ruleWindowWords,
} from '#contracts/vocabulary/host-rules.ts';
import type { WordsOf } from '#contracts/vocabulary/vocabulary.ts';
import type { FieldFault } from '#machines/kernel/form/faults.ts';
import {
  addTo,
  blankCondition,
  type ConditionDraft,
  countConditions,
  type GroupDraft,
  isGroupDraft,
  type NodeDraft,
  replaceAt,
  toCondition,
} from '#machines/parts/rules/rule-values.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { Field } from '#src/ui/form/field.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconClose, IconPlus } from '#src/ui/text/icons.ts';
import { useSentenceLanguage } from './rule-words.ts';
import './rules.css';

interface EditorProps {
  value: GroupDraft;
  fault: FieldFault | undefined;
  onChange: (value: GroupDraft) => void;
}

/** Nested conditions: groups by and/or, with one line per condition. */
export function ConditionEditor({ value, fault, onChange }: EditorProps) {
  const t = useText();
  return (
    <Field
      label={t('hostrule.conditions')}
      fault={fault}
      help={t('hostrule.conditionsHelp', { max: ruleLimits.conditions.max })}
      group
      required
    >
      {() => <GroupEditor root={value} group={value} path={[]} areFaultsShown={fault !== undefined} onChange={onChange} />}
    </Field>
  );
}

interface GroupProps {
  root: GroupDraft;
  group: GroupDraft;
  /** Positions from the outermost group to this one. */
  path: readonly number[];
  areFaultsShown: boolean;
  onChange: (root: GroupDraft) => void;
}

function GroupEditor({ root, group, path, areFaultsShown, onChange }: GroupProps) {
  const t = useText();
  const w = useWords();
  const isFull = countConditions(root) >= ruleLimits.conditions.max;
  const replace = (at: number, node: NodeDraft | undefined) => onChange(replaceAt(root, [...path, at], node));
  const setGroup = (next: GroupDraft) => onChange(path.length === 0 ? next : replaceAt(root, path, next));
  return (
    <div className="ads-rule-group">
      <div className="ads-rule-group-head">
        <ChoiceField
          label={t('hostrule.join')}
          value={group.join}
          options={ruleJoins.map((join) => ({ value: join, label: w(ruleJoinWords[join]) }))}
          onChange={(join) => join && setGroup({ ...group, join })}
        />
        {path.length > 0 && (
          <IconButton label={t('hostrule.removeGroup')} icon={<IconClose />} onClick={() => onChange(replaceAt(root, path, undefined))} />
        )}
      </div>
      {[...group.items.entries()].map(([at, item]) =>
        isGroupDraft(item) ? (
          <GroupEditor key={at} root={root} group={item} path={[...path, at]} areFaultsShown={areFaultsShown} onChange={onChange} />
        ) : (
          <ConditionLine
            key={at}
            condition={item}
            isFaultShown={areFaultsShown}
            onChange={(next) => replace(at, next)}
            onRemove={() => replace(at, undefined)}
          />
        ),
      )}
      <div className="ads-buttons">
        <Button size="small" icon={<IconPlus />} disabled={isFull} onClick={() => onChange(addTo(root, path, blankCondition))}>
          {t('hostrule.addCondition')}
        </Button>
        {path.length < ruleLimits.depth - 1 && (
          <Button
            size="small"
            disabled={isFull}
            onClick={() => onChange(addTo(root, path, { join: group.join === 'and' ? 'or' : 'and', items: [blankCondition] }))}
          >
            {t('hostrule.addGroup')}
          </Button>
        )}
      </div>
    </div>
  );
}

const UNITS = { money: 'USD', percent: '%', change: '%' } as const;

interface LineProps {
  condition: ConditionDraft;
  isFaultShown: boolean;
  onChange: (condition: ConditionDraft) => void;
  onRemove: () => void;
}

function ConditionLine({ condition, isFaultShown, onChange, onRemove }: LineProps) {
  const t = useText();
  const w = useWords();
  const language = useSentenceLanguage();
  const optionsOf = <Value extends string>(values: readonly Value[], words: WordsOf<Value>) =>
    values.map((value) => ({ value, label: w(words[value]) }));
  const { metric, window, compare = 'value', against = 'previous', order = 'highest', op, value, value2 } = condition;
  const unit = unitOfCondition(condition);
  const unitText = unit in UNITS ? { unit: UNITS[unit as keyof typeof UNITS] } : {};
  const set = (changes: Partial<ConditionDraft>) => onChange({ ...condition, ...changes });
  const stored = toCondition(condition);
  const fault = findConditionFault(stored);
  return (
    <div className="ads-rule-condition">
      <div className="ads-rule-controls">
        <ChoiceField
          label={t('hostrule.metric')}
          value={metric}
          options={ruleMetrics.map((key) => ({ value: key, label: t(`metric.${key}`) }))}
          onChange={(next) => next && set({ metric: next, value: undefined, value2: undefined })}
        />
        <ChoiceField
          label={t('hostrule.window')}
          value={window}
          options={optionsOf(ruleWindows, ruleWindowWords)}
          onChange={(next) => next && set({ window: next })}
        />
        <ChoiceField
          label={t('hostrule.compare')}
          value={compare}
          options={optionsOf(ruleComparisons, ruleComparisonWords)}
          onChange={(next) => next && set({ compare: next, value: undefined, value2: undefined })}
        />
        {compare === 'change' && (
          <ChoiceField
            label={t('hostrule.against')}
            value={against}
            options={optionsOf(ruleBaselines, ruleBaselineWords)}
            onChange={(next) => next && set({ against: next })}
          />
        )}
        {compare === 'rank' && (
          <ChoiceField
            label={t('hostrule.order')}
            value={order}
            options={optionsOf(ruleRankOrders, ruleRankOrderWords)}
            onChange={(next) => next && set({ order: next })}
          />
        )}
        <ChoiceField
          label={t('hostrule.op')}
          value={op}
          options={optionsOf(ruleOperators, ruleOperatorWords)}
          onChange={(next) => next && set({ op: next })}
        />
        <NumberField label={t('hostrule.value')} value={value} onChange={(next) => set({ value: next })} {...unitText} />
        {op === 'between' && (
          <NumberField label={t('hostrule.value2')} value={value2} onChange={(next) => set({ value2: next })} {...unitText} />
        )}
        <IconButton label={t('hostrule.removeCondition')} icon={<IconClose />} onClick={onRemove} />
      </div>
      {fault === null && <p className="ads-quiet">{describeCondition(stored, language)}</p>}
      {fault !== null && isFaultShown && <p className="ads-field-fault">{t(`hostrule.fault.${fault}`)}</p>}
    </div>
  );
}
