import { type ChartState, type ChartTransition, flat } from './chart.ts'

const idOf = (id: string) => id.replace(/[^A-Za-z0-9]/g, '_')
/** A semicolon splits a label, a colon or a hash ends it in some versions. */
const escaped = (text: string) =>
  text.replaceAll(':', '∶').replaceAll(';', ',').replaceAll('#', '＃').replaceAll('"', '”')

const labelOf = ({ event, guard, actions }: ChartTransition) =>
  [event, guard && `[${guard}]`, actions.length > 0 && `/ ${actions.join(', ')}`].filter(Boolean).join(' ')

const notesOf = ({ key, invokes, entry, exit }: ChartState) => [
  key,
  ...invokes.map((actor) => `invoke / ${actor}`),
  ...entry.map((action) => `entry / ${action}`),
  ...exit.map((action) => `exit / ${action}`),
]

function stateLines(state: ChartState, indent: string): string[] {
  const notes = notesOf(state).map(escaped)
  if (state.states.length === 0) {
    const leaf = `${indent}state "${notes.join('<br/>')}" as ${idOf(state.id)}`
    return state.type === 'final' ? [leaf, `${indent}${idOf(state.id)} --> [*]`] : [leaf]
  }
  const inner = `${indent}  `
  return [
    `${indent}state "${notes.join(' · ')}" as ${idOf(state.id)} {`,
    ...(state.initial === null ? [] : [`${inner}[*] --> ${idOf(state.initial)}`]),
    ...state.states.flatMap((child, index) => [
      ...(state.type === 'parallel' && index > 0 ? [`${inner}--`] : []),
      ...stateLines(child, inner),
    ]),
    `${indent}}`,
  ]
}

/** The chart as Mermaid text, for hosts that draw it in a page. */
export const mermaidOf = (root: ChartState): string =>
  [
    'stateDiagram-v2',
    ...stateLines(root, '  '),
    ...flat(root).flatMap(({ transitions }) =>
      transitions.map(
        (transition) =>
          `  ${idOf(transition.from)} --> ${idOf(transition.to ?? transition.from)} : ${escaped(labelOf(transition))}`,
      ),
    ),
    '',
  ].join('\n')
