import type { AnyActorRef } from 'xstate'
import { bringIntoView, highlightDrawing } from './highlight-drawing.ts'
import css from './inspector.css?inline'
import { redacted } from './redacted.ts'
import { Watch, type Watched } from './watch.ts'

type Child = Node | string | false | null | undefined

/** An element with attributes; `on…` are listeners, and false leaves an attribute out. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | false | undefined | ((event: Event) => void)>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== false && child !== null && child !== undefined))
  return element
}

const STEP = 24 // px

/** Moves a fixed panel by its handle: with a pointer, or with the arrow keys. */
function makeMovable(panel: HTMLElement, handle: HTMLElement) {
  const moveTo = (left: number, top: number) => {
    panel.style.inset = `${Math.max(0, Math.min(top, innerHeight - 48))}px auto auto ${Math.max(48 - panel.offsetWidth, Math.min(left, innerWidth - 48))}px`
  }
  handle.addEventListener('pointerdown', (down) => {
    const { left, top } = panel.getBoundingClientRect()
    handle.setPointerCapture(down.pointerId)
    const follow = (move: PointerEvent) =>
      moveTo(left + move.clientX - down.clientX, top + move.clientY - down.clientY)
    handle.addEventListener('pointermove', follow)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', follow), {
      once: true,
    })
  })
  handle.addEventListener('keydown', (event) => {
    const [x, y] =
      { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[
        event.key
      ] ?? []
    if (x === undefined || y === undefined) return
    event.preventDefault()
    const { left, top } = panel.getBoundingClientRect()
    moveTo(left + x, top + y)
  })
}

const drawings = import.meta.glob<string>('../../../docs/statecharts/*/*.svg', {
  query: '?raw',
  import: 'default',
})

const STYLE = /<style>([\s\S]*?)<\/style>/

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

interface Drawings {
  /** The overview first, then its parts. */
  readonly svgs: readonly Element[]
  readonly styles: readonly CSSStyleSheet[]
}

/**
 * One drawing, and its style as a sheet: the content security policy allows no style element, not even while parsing.
 */
function parsed(text: string) {
  const style = new CSSStyleSheet()
  style.replaceSync(STYLE.exec(text)?.[1] ?? '')
  const svg = new DOMParser().parseFromString(text.replace(STYLE, ''), 'image/svg+xml').documentElement
  // A link to a part further down, not to a page of the app.
  for (const link of svg.querySelectorAll('a')) link.replaceWith(...link.childNodes)
  return { svg: document.importNode(svg, true), style }
}

/** The drawings of a machine. */
async function loadDrawings(machine: string): Promise<Drawings> {
  const folder = `../../../docs/statecharts/${kebab(machine)}/`
  const names = Object.keys(drawings).filter((name) => name.startsWith(folder))
  const overview = names.filter((name) => name.endsWith('/drawing.svg'))
  const parts = names.filter((name) => !overview.includes(name))
  const texts = await Promise.all([...overview, ...parts].map((name) => drawings[name]!()))
  const all = texts.map(parsed)
  return { svgs: all.map(({ svg }) => svg), styles: all.map(({ style }) => style) }
}

const shownAs = (value: unknown) => JSON.stringify(redacted(value), null, 1) ?? ''

const stateOf = ({ snapshot }: Watched) =>
  snapshot._nodes
    .filter((node) => Object.keys(node.states).length === 0)
    .map(({ path }) => path.join('.'))
    .join(' + ')

/** The name of the query distinguishes actors of the same machine. */
const nameOf = ({ machine, snapshot }: Watched) => {
  const read = snapshot.context?.query?.name
  return typeof read === 'string' ? `${machine}: ${read}` : machine
}

/** `?inspect`: the live actors, each with its drawings lit, its context and events; secrets are hidden. */
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
  const details = el('div', {
    class: 'details',
    tabindex: '0',
    role: 'group',
    'aria-label': 'Context and events',
  })
  root.adoptedStyleSheets = [own]
  root.append(
    el(
      'header',
      {},
      handle,
      el('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: close }, '✕'),
    ),
    list,
    el('main', {}, sheet, details),
  )
  makeMovable(host, handle)

  const choose = (id: string) => {
    chosen = id
    show()
  }

  const entry = (id: string) => el('button', { type: 'button', 'data-actor': id, onclick: () => choose(id) })

  /** A pressed button stays in place: an event between press and release must not lose the click. */
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
    if (!watched) return details.replaceChildren('It has ended. Choose another one.')
    if (drawn !== watched.machine) void draw(watched.machine)
    const active = watched.snapshot._nodes.map(({ id }) => id)
    highlightDrawing(sheet, { active, taken: [], walked: new Set() })
    bringIntoView(sheet, active.at(-1))
    details.replaceChildren(
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
