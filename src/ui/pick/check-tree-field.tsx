import { useText } from '#src/locale/text-provider.tsx';
import { type ControlProps, Field } from '../form/field.tsx';
import { CheckBox } from './check-box.tsx';
import { applyChoice, type CheckNode, checkState } from './check-tree.ts';

interface BranchProps {
  nodes: readonly CheckNode[];
  /** Whether the parent is chosen, for nodes that follow it. */
  above: boolean;
  chosen: readonly string[];
  disabled: boolean;
  onToggle: (node: CheckNode, yes: boolean) => void;
}

function Branch({ nodes, above, chosen, disabled, onToggle }: BranchProps) {
  const t = useText();
  return nodes.map((node) => {
    const state = node.follows ? (above ? 'all' : 'none') : checkState(node, chosen);
    const note = node.follows ? t('ui.followsParent') : (node.given ?? node.note);
    const isFixed = node.follows === true || node.given !== undefined;
    return (
      <li key={node.key}>
        <label className={isFixed ? 'ads-choice ads-follows' : 'ads-choice'}>
          <CheckBox
            checked={state === 'all'}
            mixed={state === 'some'}
            disabled={disabled || isFixed}
            onChange={(yes) => onToggle(node, yes)}
          />
          <span>
            {node.label}
            {note && <small>{note}</small>}
          </span>
        </label>
        {node.children && node.children.length > 0 && (
          <ul>
            <Branch nodes={node.children} above={state === 'all'} chosen={chosen} disabled={disabled} onToggle={onToggle} />
          </ul>
        )}
      </li>
    );
  });
}

interface CheckTreeFieldProps extends ControlProps<readonly string[]> {
  nodes: readonly CheckNode[];
}

/** Several nodes of a tree. The value holds the chosen keys, without groups and without nodes that follow. */
export function CheckTreeField({ value, onChange, nodes, disabled = false, onLeave, ...field }: CheckTreeFieldProps) {
  return (
    <Field {...field} group isChosen>
      {() => (
        <ul className="ads-check-tree" onBlur={onLeave}>
          <Branch
            nodes={nodes}
            above={false}
            chosen={value}
            disabled={disabled}
            onToggle={(node, yes) => onChange(applyChoice(nodes, value, node, yes))}
          />
        </ul>
      )}
    </Field>
  );
}
