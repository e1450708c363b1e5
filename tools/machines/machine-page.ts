import { mermaidOf } from '#visualiser/export/mermaid.ts';
import { durationText } from '#visualiser/layout/chart-texts.ts';
import type { ChartState, ChartTransition } from '#visualiser/model/chart.ts';
import { indexOf } from '#visualiser/model/chart-index.ts';
import type { GalleryMachine } from '#visualiser/model/gallery.ts';

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** One cell of a table: in a row, a bar would begin the next one. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ');

/** Words of ours between marks of Markdown. */
export const prose = (text: string): string => text.replaceAll(/[\\`*_<>[\]#]/g, String.raw`\$&`);

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** What is used in a machine under one name, and where. */
type Uses = Map<string, string[]>;

function noted(uses: Uses, name: string, where: string): void {
  const known = uses.get(name) ?? [];
  if (!known.includes(where)) known.push(where);
  uses.set(name, known);
}

const usesOf = (collect: (note: (name: string, where: string) => void) => void): Uses => {
  const uses: Uses = new Map();
  collect((name, where) => noted(uses, name, where));
  return new Map([...uses].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

function triggerText({ trigger }: ChartTransition): string {
  switch (trigger.kind) {
    case 'event':
    case 'wildcard':
      return code(trigger.event);
    case 'always':
      return 'always';
    case 'delay':
      return `after ${code(trigger.delay)}`;
    case 'stateDone':
      return 'done';
    case 'done':
    case 'error':
    case 'snapshot':
      return `${trigger.kind} of ${code(trigger.actor)}`;
  }
}

const section = (title: string, text: string) => `## ${title}\n\n${text}\n`;

/** Machines stand in folders by their keys: `workspace/tab`. */
const linkBetween = (from: string, to: string): string => `${'../'.repeat(from.split('/').length - 1)}${to}.md`;

/** The page of one machine, in Markdown; its drawing stands beside it as `<last part of the key>.svg`. */
export function machinePage({ key, at, chart, actors }: GalleryMachine, { hasDark }: { hasDark: boolean }): string {
  const { states, parents } = indexOf(chart);
  const nameOf = (id: string) => code(id === chart.root.id ? chart.id : id.slice(chart.root.id.length + 1));
  const list = (ids: readonly string[]) => ids.join(', ');
  const all = [...states.values()];
  const { transitions } = chart;
  const whereOf = (transition: ChartTransition) => `${triggerText(transition)} in ${nameOf(transition.source)}`;

  const guards = usesOf((note) => {
    for (const one of transitions) if (one.guard !== undefined) note(one.guard, whereOf(one));
  });
  const actions = usesOf((note) => {
    for (const { id, entry, exit, initialActions = [] } of all) {
      for (const name of entry) note(name, `entering ${nameOf(id)}`);
      for (const name of exit) note(name, `leaving ${nameOf(id)}`);
      for (const name of initialActions) note(name, `beginning ${nameOf(id)}`);
    }
    for (const one of transitions) for (const name of one.actions) note(name, whereOf(one));
  });
  const invoked = usesOf((note) => {
    for (const { id, invokes } of all)
      for (const { src, id: own } of invokes) note(src, own === src ? nameOf(id) : `${nameOf(id)} as ${code(own)}`);
  });
  const delays = new Map(
    transitions.flatMap(({ trigger, source }) => (trigger.kind === 'delay' ? [[trigger.delay, { ms: trigger.ms, source }] as const] : [])),
  );
  const delayed = usesOf((note) => {
    for (const { trigger, source } of transitions) if (trigger.kind === 'delay') note(trigger.delay, nameOf(source));
  });
  const events = [
    ...new Set(transitions.flatMap(({ trigger }) => (trigger.kind === 'event' || trigger.kind === 'wildcard' ? [trigger.event] : []))),
  ].toSorted();
  const takenBy = (event: string) => transitions.filter(({ trigger }) => 'event' in trigger && trigger.event === event);
  const leadsTo = (one: ChartTransition) => [
    `${nameOf(one.source)} → ${one.targets.length > 0 ? list(one.targets.map(nameOf)) : 'stays'}`,
    ...(one.guard === undefined ? [] : [`if ${code(one.guard)}`]),
    ...(one.description === undefined ? [] : [`(${prose(one.description)})`]),
  ];
  const depth = ({ id }: ChartState): number => {
    const parent = parents.get(id);
    return parent ? depth(parent) + 1 : 0;
  };

  const uses = (title: string, head: string, found: Uses, name = code) =>
    found.size > 0
      ? [
          section(
            title,
            table(
              [head, 'where'],
              [...found].map(([one, where]) => [name(one), list(where)]),
            ),
          ),
        ]
      : [];
  const actorName = (src: string) => (actors[src] === undefined ? code(src) : `[${code(src)}](${linkBetween(key, actors[src])})`);
  const file = key.slice(key.lastIndexOf('/') + 1);
  const drawing = `<img alt="Statechart of ${chart.id}" src="${file}.svg">`;

  return [
    `# ${prose(chart.id)}\n`,
    ...(chart.description === undefined ? [] : [`${prose(chart.description)}\n`]),
    `${code(at)} · [all machines](${'../'.repeat(key.split('/').length - 1)}README.md)\n`,
    hasDark
      ? `<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="${file}.dark.svg">\n  ${drawing}\n</picture>\n`
      : `${drawing}\n`,
    section(
      'States',
      table(
        ['state', 'kind', 'what is true in it', 'tags'],
        all.map((state) => [
          `${'&nbsp;&nbsp;'.repeat(depth(state))}${nameOf(state.id)}`,
          state.kind === 'history' ? `${state.history} history` : state.kind,
          prose(state.description ?? ''),
          list(state.tags.map(code)),
        ]),
      ),
    ),
    ...(events.length > 0
      ? [
          section(
            'Events',
            table(
              ['event', 'leads'],
              events.map((event) => [
                code(event),
                takenBy(event)
                  .map((one) => leadsTo(one).join(' '))
                  .join('; '),
              ]),
            ),
          ),
        ]
      : []),
    ...uses('Guards', 'guard', guards),
    ...uses('Actions', 'action', actions),
    ...uses('Actors', 'actor', invoked, actorName),
    ...(delayed.size > 0
      ? [
          section(
            'Delays',
            table(
              ['delay', 'how long', 'where'],
              [...delayed].map(([delay, where]) => {
                const ms = delays.get(delay)?.ms;
                return [code(delay), ms === undefined ? 'computed' : durationText(ms), list(where)];
              }),
            ),
          ),
        ]
      : []),
    `<details>\n<summary>As Mermaid</summary>\n\n\`\`\`mermaid\n${mermaidOf(chart)}\`\`\`\n\n</details>\n`,
  ].join('\n');
}
