import '../page/base.css';

export interface PreviewNode<Node> {
  path: string;
  children: Node[];
}

interface Props<Node extends PreviewNode<Node>> {
  label: string;
  nodes: readonly Node[];
  titleOf: (node: Node) => string;
}

/** A menu as users of the role will see it, without working links. */
export function MenuPreview<Node extends PreviewNode<Node>>({ label, nodes, titleOf }: Props<Node>) {
  return (
    <ul className="ads-menu-preview" aria-label={label}>
      {nodes.map((node) => (
        <li key={node.path}>
          {titleOf(node)}
          {node.children.length > 0 && <MenuPreview label={titleOf(node)} nodes={node.children} titleOf={titleOf} />}
        </li>
      ))}
    </ul>
  );
}
