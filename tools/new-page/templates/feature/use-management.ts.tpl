import { fromPromise } from 'xstate';
import type { {{thing}}Sortable, {{Thing}}Row as WireRow } from '#contracts/endpoints/{{names}}.ts';
import {
  {{thing}}Deletion,
  {{thing}}Export,
  {{thing}}Form,
  {{thing}}List,
  {{thing}}ManagementMachine,
  {{thing}}TableView,
  {{thing}}Views,
} from '#machines/{{name}}-management/{{name}}-management.machine.ts';
import { type {{Thing}}Filters, type {{Thing}}Values, {{thing}}Draft } from '#machines/{{name}}-management/{{name}}-rules.ts';
import type { ExportSubject } from '#machines/kernel/export.machine.ts';
import { changedSince } from '#machines/kernel/form-values.ts';
import { draftsWith } from '#machines/kernel/kept-drafts.ts';
import type { ListQuery } from '#machines/kernel/list-query.ts';
import { saveOutcome } from '#machines/kernel/save-outcome.ts';
import { viewsWith } from '#machines/kernel/saved-views-with.ts';
import { keptView } from '#machines/kernel/table-view.machine.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { create{{Thing}}, delete{{Thing}}, edit{{Thing}}, export{{Things}}, list{{Things}} } from '#src/services/{{names}}.service.ts';
import { exportActors } from '#src/services/exporting.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import { loadTableView, saveTableView } from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';

const PATH = '{{path}}';

type Field = (typeof {{thing}}Sortable)[number];

const toRequest = ({ name, remark }: {{Thing}}Values) => ({ name: name.trim(), remark: remark.trim() || null });

const list = {{thing}}List.provide({
  actors: {
    loadRows: fromPromise(async ({ input, signal }) => {
      const { list: rows, total } = await list{{Things}}(pageRequest<Field, typeof input.filters>(input), signal);
      return { rows, total };
    }),
  },
});

const form = {{thing}}Form.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, origin, key } }) => {
      const asked = toRequest(values);
      const asking = subject
        ? edit{{Thing}}({ ...subject, ...changedSince(toRequest(origin), asked), idempotency_key: key })
        : create{{Thing}}({ ...asked, idempotency_key: key });
      return saveOutcome(asking, {
        fields: ['name', 'remark'],
        fieldOf: { DUPLICATE: 'name' },
        latest: (row: WireRow) => {{thing}}Draft(row),
      });
    }),
    draft: draftsWith(drafts),
  },
});

/** {{titleEn}}, with everything they need from the outside world. */
export const {{thing}}Management = {{thing}}ManagementMachine.provide({
  actors: {
    list,
    form,
    deletion: {{thing}}Deletion.provide({ actors: { run: fromPromise(({ input }) => delete{{Thing}}({ id: input.subject.id })) } }),
    export: {{thing}}Export.provide({
      actors: exportActors({
        call: export{{Things}},
        asked: ({ query, columns }: ExportSubject<ListQuery<{{Thing}}Filters>>) =>
          exportRequest<Field, {{Thing}}Filters>(query, [...columns], spokenLocale()),
        save: saveFile,
      }),
    }),
    tableView: {{thing}}TableView.provide({
      actors: {
        loadView: fromPromise(async ({ signal }) => keptView(await loadTableView(PATH, signal))),
        saveView: fromPromise(({ input, signal }) => saveTableView(PATH, input.view ?? null, signal)),
      },
    }),
    views: viewsWith({{thing}}Views, PATH, { ...views, simpleRoles }),
  },
});
