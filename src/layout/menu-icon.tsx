import {
  IconApps,
  IconBulb,
  IconDashboard,
  IconFolder,
  IconHome,
  IconList,
  IconSafe,
  IconSettings,
  IconUserGroup,
} from '#src/ui/text/icons.ts';

const icons = {
  home: IconHome,
  advertising: IconBulb,
  system: IconSettings,
  material: IconFolder,
  analysis: IconDashboard,
  authorisation: IconSafe,
  hosting: IconUserGroup,
  order: IconList,
};

const isKnown = (name: string | null): name is keyof typeof icons => name !== null && Object.hasOwn(icons, name);

/** The picture of a menu entry; one that is not known here gets a plain one. */
export function MenuIcon({ name }: { name: string | null }) {
  const Icon = isKnown(name) ? icons[name] : IconApps;
  return <Icon className="ads-nav-icon" aria-hidden="true" />;
}
