import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { REMARK_MAX } from '#contracts/rules/people-limits.ts';
import { roleActions, roleActionWords, roleColumnWords } from '#contracts/vocabulary/roles.ts';
import { buildMenuTree } from '#machines/menu/menu-tree.ts';
import type { RolePage, roleForm, rolePages } from '#machines/sys-role/role-management.machine.ts';
import type { RoleValues } from '#machines/sys-role/role-rules.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextAreaField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { MenuPreview } from '#src/ui/overlay/menu-preview.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { CheckTreeField } from '#src/ui/pick/check-tree-field.tsx';
import { MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { grantablePages, HOME } from './role-pages.ts';

interface Props {
  form: ActorRefFrom<typeof roleForm>;
  pages: ActorRefFrom<typeof rolePages>;
}

export function RoleDrawer({ form, pages }: Props) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return open ? <OpenRoleDrawer form={form} pages={pages} /> : null;
}

function OpenRoleDrawer({ form, pages }: Props) {
  const t = useText();
  const w = useWords();
  const locale = useLocaleName();
  const { values, origin, subject, conflict, field, drawer } = useForm(form);
  const { options: knownPages } = useOptions(pages);
  useLoadOptions(pages);

  const titleOf = useCallback((page: RolePage) => (locale === 'en' ? page.title_en : page.title), [locale]);
  const nodes = useMemo(() => grantablePages(knownPages, titleOf, t('role.homeGiven')), [knownPages, titleOf, t]);
  const preview = useMemo(
    () =>
      buildMenuTree({
        entries: knownPages.map(({ parent_path, title_en, ...page }) => ({ ...page, parentPath: parent_path, titleEn: title_en })),
        known: knownPages.map(({ path }) => path),
        permitted: [HOME, ...values.paths],
      }),
    [knownPages, values.paths],
  );

  const words = (role: RoleValues) => ({
    name: role.name,
    remark: role.remark,
    paths: role.paths
      .map((path) => knownPages.find((page) => page.path === path))
      .flatMap((page) => (page ? titleOf(page) : []))
      .join(', '),
    actions: role.actions.map((action) => w(roleActionWords[action])).join(', '),
  });
  const labels = {
    name: w(roleColumnWords.name),
    remark: w(roleColumnWords.remark),
    paths: w(roleColumnWords.paths),
    actions: w(roleColumnWords.actions),
  };

  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('role.editTitle', { name: values.name }) : t('role.create')}
      {...(!subject && { done: values.name.trim() })}
      saveText={subject ? t('ui.save') : t('role.createButton')}
      conflict={conflictChanges({ conflict, origin, values }, labels, words)}
    >
      <FormSection title={t('role.sectionBasics')}>
        <TextField label={labels.name} {...field('name')} required autoFocus />
        <TextAreaField label={labels.remark} {...field('remark')} max={REMARK_MAX} />
      </FormSection>
      <FormSection title={t('role.sectionRights')}>
        <CheckTreeField label={labels.paths} help={t('role.pathsHelp')} {...field('paths')} nodes={nodes} />
        {values.paths.every((path) => path === HOME) && <Remark kind="warn" title={t('role.noPages')} />}
        <MultiChoiceField
          as="checks"
          label={labels.actions}
          {...field('actions')}
          options={roleActions.map((action) => ({
            value: action,
            label: w(roleActionWords[action]),
            note: t(`role.actionHint.${action}`),
          }))}
        />
      </FormSection>
      <FormSection title={t('role.sectionPreview')}>
        <MenuPreview label={t('role.sectionPreview')} nodes={preview} titleOf={(node) => (locale === 'en' ? node.titleEn : node.title)} />
      </FormSection>
    </FormDrawer>
  );
}
