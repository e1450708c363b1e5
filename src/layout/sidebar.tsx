import { useSelector } from '@xstate/react';
import { type MouseEvent, useId, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { buildMenuTree, type MenuNode } from '#machines/menu/menu-tree.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import { IconDown } from '#src/ui/text/icons.ts';
import { MenuIcon } from './menu-icon.tsx';
import type { Part } from './parts.ts';

interface Props {
  menu: Part<'menu'>;
  sidebar: Part<'sidebar'>;
  guard: Part<'guard'>;
}

export function Sidebar({ menu, sidebar, guard }: Props) {
  const t = useText();
  const collapsed = useSelector(sidebar, (state) => state.matches({ shape: 'collapsed' }));
  const loading = useSelector(menu, (state) => state.hasTag('busy'));
  return (
    <aside className={collapsed ? 'ads-sidebar ads-sidebar-collapsed' : 'ads-sidebar'}>
      <div className="ads-brand">
        <img src="/logo.svg" width={32} height={32} alt="" />
        {!collapsed && <span className="ads-brand-title">{t('app.title')}</span>}
      </div>
      <nav aria-label={t('shell.menu')}>
        {loading ? <MenuSkeleton label={t('ui.loading')} /> : <MenuList menu={menu} guard={guard} collapsed={collapsed} />}
      </nav>
    </aside>
  );
}

function MenuSkeleton({ label }: { label: string }) {
  return (
    <div className="ads-nav-skeleton" role="status" aria-label={label}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <span key={key} />
      ))}
    </div>
  );
}

function MenuList({ menu, guard, collapsed }: { menu: Part<'menu'>; guard: Part<'guard'>; collapsed: boolean }) {
  const entries = useSelector(menu, (state) => state.context.entries);
  const permitted = useSelector(guard, (state) => state.context.paths);
  const known = useSelector(guard, (state) => state.context.children);
  const nodes = useMemo(() => buildMenuTree({ entries, known, permitted: permitted ?? [] }), [entries, known, permitted]);
  // A super admin sees what is inside of the groups; a group is still a group there, as for everybody.
  return (
    <ul className="ads-nav">
      {nodes.map((node) => (
        <li key={node.path}>
          {node.children.length === 0 && <NavLink node={node} menu={menu} collapsed={collapsed} />}
          {node.children.length > 0 && collapsed && <Flyout node={node} menu={menu} />}
          {node.children.length > 0 && !collapsed && <Group node={node} menu={menu} />}
        </li>
      ))}
    </ul>
  );
}

const useTitle = () => {
  const locale = useLocaleName();
  return ({ title, titleEn }: MenuNode) => (locale === 'en' ? titleEn : title);
};

function NavLink({ node, menu, collapsed = false }: { node: MenuNode; menu: Part<'menu'>; collapsed?: boolean }) {
  const titleOf = useTitle();
  const navigate = useNavigate();
  const selected = useSelector(menu, (state) => state.context.selected === node.path);
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return; // the browser opens it elsewhere
    event.preventDefault();
    void navigate(node.path);
  };
  return (
    <a
      href={node.path}
      className={selected ? 'ads-nav-item ads-nav-selected' : 'ads-nav-item'}
      aria-current={selected ? 'page' : undefined}
      aria-label={collapsed ? titleOf(node) : undefined}
      title={collapsed ? titleOf(node) : undefined}
      onClick={go}
    >
      {(collapsed || node.parentPath === null) && <MenuIcon name={node.icon} />}
      {!collapsed && <span>{titleOf(node)}</span>}
    </a>
  );
}

function Group({ node, menu }: { node: MenuNode; menu: Part<'menu'> }) {
  const titleOf = useTitle();
  const id = useId();
  const opened = useSelector(menu, (state) => state.context.opened);
  const isOpen = opened.includes(node.path);
  const toggle = () =>
    menu.send({
      type: 'menu.submenusToggled',
      opened: isOpen ? opened.filter((path) => path !== node.path) : [...opened, node.path],
    });
  return (
    <>
      <button type="button" className="ads-nav-item ads-nav-group" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        <MenuIcon name={node.icon} />
        <span>{titleOf(node)}</span>
        <IconDown className="ads-nav-arrow" aria-hidden="true" />
      </button>
      <ul id={id} hidden={!isOpen}>
        {node.children.map((child) => (
          <li key={child.path}>
            <NavLink node={child} menu={menu} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a group becomes while there is only room for its icon. */
function Flyout({ node, menu }: { node: MenuNode; menu: Part<'menu'> }) {
  const titleOf = useTitle();
  const navigate = useNavigate();
  const holdsSelected = useSelector(menu, (state) => node.children.some(({ path }) => path === state.context.selected));
  return (
    <MenuButton
      label={titleOf(node)}
      align="start"
      className={holdsSelected ? 'ads-nav-item ads-nav-selected' : 'ads-nav-item'}
      actions={node.children.map((child) => ({ key: child.path, text: titleOf(child), onRun: () => void navigate(child.path) }))}
    >
      <MenuIcon name={node.icon} />
    </MenuButton>
  );
}
