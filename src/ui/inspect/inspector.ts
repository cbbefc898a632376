import type { AnyActorRef } from 'xstate'
import { loadDrawings } from './drawing.ts'
import { el } from './el.ts'
import css from './inspector.css?inline'
import { bringIntoView, lightUp } from './light-up.ts'
import { makeMovable } from './movable.ts'
import { redacted } from './redacted.ts'
import { Watch, type Watched } from './watch.ts'

const shownAs = (value: unknown) => JSON.stringify(redacted(value), null, 1) ?? ''

const stateOf = ({ snapshot }: Watched) =>
  snapshot._nodes
    .filter((node) => Object.keys(node.states).length === 0)
    .map(({ path }) => path.join('.'))
    .join(' + ')

/** What one machine runs often is told apart by what each actor reads. */
const nameOf = ({ machine, snapshot }: Watched) => {
  const read = snapshot.context?.query?.name
  return typeof read === 'string' ? `${machine}: ${read}` : machine
}

/** `?inspect`: the live actors, each with its drawings lit, its context and its events, secrets hidden. */
export function inspect(app: AnyActorRef) {
  let chosen = app.sessionId
  let drawn = ''
  let isDue = false
  const watch = new Watch(() => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      show()
    })
  })

  const host = el('aside', { 'aria-label': 'Live statecharts', id: 'inspector' })
  const root = host.attachShadow({ mode: 'open' })
  const own = new CSSStyleSheet()
  own.replaceSync(css)
  const handle = el(
    'div',
    {
      class: 'handle',
      tabindex: '0',
      role: 'group',
      'aria-label': 'Live statecharts: arrow keys move the panel',
    },
    'Live statecharts',
  )
  const close = () => {
    watch.stop()
    host.remove()
  }
  const list = el('nav', { 'aria-label': 'Actors' })
  const sheet = el('div', { class: 'sheet', tabindex: '0', role: 'group', 'aria-label': 'Diagram' })
  const told = el('div', { class: 'told', tabindex: '0', role: 'group', 'aria-label': 'Context and events' })
  root.adoptedStyleSheets = [own]
  root.append(
    el(
      'header',
      {},
      handle,
      el('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: close }, '✕'),
    ),
    list,
    el('main', {}, sheet, told),
  )
  makeMovable(host, handle)

  const choose = (id: string) => {
    chosen = id
    show()
  }

  const entry = (id: string) => el('button', { type: 'button', 'data-actor': id, onclick: () => choose(id) })

  /** Whoever is pressed stays where it is: an event between press and release must not take the click away. */
  function showList() {
    const shown = new Map([...list.children].map((child) => [(child as HTMLElement).dataset.actor, child]))
    const ids = [...watch.live.keys()]
    if (ids.join() !== [...shown.keys()].join()) {
      const focus = (root.activeElement as HTMLElement | null)?.dataset.actor
      list.replaceChildren(...ids.map((id) => shown.get(id) ?? entry(id)))
      if (focus !== undefined) list.querySelector<HTMLElement>(`[data-actor="${focus}"]`)?.focus()
    }
    for (const child of list.children) {
      const { actor = '' } = (child as HTMLElement).dataset
      const watched = watch.live.get(actor)
      if (!watched) continue
      if (actor === chosen) child.setAttribute('aria-current', 'true')
      else child.removeAttribute('aria-current')
      child.replaceChildren(nameOf(watched), el('small', {}, stateOf(watched)))
    }
  }

  async function draw(machine: string) {
    drawn = machine
    const { svgs, styles } = await loadDrawings(machine)
    if (drawn !== machine) return
    root.adoptedStyleSheets = [...styles, own]
    sheet.replaceChildren(...(svgs.length > 0 ? svgs : ['This machine has no drawing.']))
    show()
  }

  function show() {
    showList()
    const watched = watch.live.get(chosen)
    if (!watched) return told.replaceChildren('It has ended. Choose another one.')
    if (drawn !== watched.machine) void draw(watched.machine)
    const active = watched.snapshot._nodes.map(({ id }) => id)
    lightUp(sheet, { active, taken: [], walked: new Set() })
    bringIntoView(sheet, active.at(-1))
    told.replaceChildren(
      el('h3', {}, 'Context'),
      el('pre', {}, shownAs(watched.snapshot.context)),
      el('h3', {}, watched.events.length === 0 ? 'No events yet' : 'Events, the newest first'),
      el(
        'ol',
        {},
        ...watched.events.map(({ type, ...payload }) =>
          el(
            'li',
            {},
            String(redacted(type)),
            Object.keys(payload).length > 0 && el('pre', {}, shownAs(payload)),
          ),
        ),
      ),
    )
  }

  watch.follow(app)
  document.body.append(host)
  show()
}
