import { inkOn } from '../services/contract/brand-accents.ts'
import { hexOf } from '../services/contract/brand-color.ts'
import type { ApiError } from '../services/contract/common.ts'
import type { Launcher } from '../services/contract/share.ts'

/**
 * Shows an assistant on the page of another site: `<script async src=".../embed.js" data-assistant="{id}">`.
 * It starts as a button, styled by the assistant's settings; the frame is loaded when it is first opened. The
 * page's `data-label`, `data-color` and `data-position` override the settings. `data-user` says who is logged
 * in there, and `data-user-hash` proves it; both are read on opening.
 */
const script = document.currentScript as HTMLScriptElement | null

// The frame fills windows that are too low for the button and the page, which is at least 28rem high.
const STYLES = `
:host { all: initial; position: fixed; bottom: 20px; right: 20px; z-index: 2147483000; }
:host([data-side='left']) { left: 20px; right: auto; }
button { all: unset; box-sizing: border-box; display: flex; align-items: center; gap: 8px; height: 48px; padding: 0 20px;
  max-width: calc(100vw - 40px); border-radius: 24px; background: var(--color); color: var(--ink);
  font: 600 15px/1 system-ui, sans-serif; cursor: pointer; box-shadow: 0 6px 20px rgb(0 0 0 / .22); }
button:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px #1d1b16; }
span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; line-height: 1.3; }
svg { width: 20px; height: 20px; flex: none; }
button[aria-expanded='true'] .ask, button[aria-expanded='false'] .close { display: none; }
iframe { position: absolute; bottom: 60px; right: 0; width: min(420px, calc(100vw - 40px));
  height: min(660px, calc(100dvh - 110px)); border: 1px solid rgb(128 128 128 / .35); border-radius: 14px;
  background: Canvas; box-shadow: 0 12px 40px rgb(0 0 0 / .28); }
:host([data-side='left']) iframe { left: 0; right: auto; }
iframe[hidden] { display: none; }
@media (max-width: 480px), (max-height: 560px) {
  iframe { position: fixed; inset: 0; width: 100vw; height: 100dvh; border: 0; border-radius: 0; }
  :host(:not([data-closable])) button { position: relative; z-index: 1; }
}
`
const ICONS = {
  ask: '<path d="M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z"/>',
  close: '<path d="M18 6 6 18M6 6l12 12"/>',
}
const REFUSED = [403, 404]

const icon = (name: keyof typeof ICONS) => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const attributes = {
    class: name,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
  }
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value)
  svg.setAttribute('stroke-linecap', 'round')
  svg.setAttribute('stroke-linejoin', 'round')
  svg.setAttribute('aria-hidden', 'true')
  svg.innerHTML = ICONS[name]
  return svg
}

/** From the assistant's settings; null if there is no public page, or this site may not show it. */
const settingsOf = async (origin: string, id: string): Promise<Partial<Launcher> | null> => {
  try {
    const answer = await fetch(`${origin}/api/v1/share/${encodeURIComponent(id)}/launcher`, {
      credentials: 'omit',
    })
    if (answer.ok) return (await answer.json()) as Launcher
    if (!REFUSED.includes(answer.status)) return {}
    // biome-ignore lint/suspicious/noConsole: developers who add the script to their site look there
    console.warn('Lectern:', ((await answer.json()) as ApiError).detail)
    return null
  } catch {
    // The page's policy may forbid the request: then the script's attributes apply.
    return {}
  }
}

/** In the fragment, which is not sent to servers; the page removes it from its address. */
const customerOf = ({ dataset: { user, userHash = '' } }: HTMLScriptElement) =>
  user ? `#${new URLSearchParams({ user, hash: userHash })}` : ''

const lookOf = ({ dataset }: HTMLScriptElement, settings: Partial<Launcher>): Launcher => {
  const color = hexOf(dataset.color ?? settings.color ?? '')
  return {
    label: dataset.label || settings.label || 'Ask a question',
    position: (dataset.position ?? settings.position) === 'left' ? 'left' : 'right',
    color,
    ink: inkOn(color),
  }
}

const start = async (element: HTMLScriptElement, id: string) => {
  const { origin } = new URL(element.src)
  const settings = await settingsOf(origin, id)
  if (settings === null) return
  const { label, position, color, ink } = lookOf(element, settings)
  const host = document.createElement('lectern-assistant')
  host.dataset.side = position
  const root = host.attachShadow({ mode: 'open' })
  // A constructed style sheet, so that a policy of the page against inline styles does not apply.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`:host { --color: ${color}; --ink: ${ink}; } ${STYLES}`)
  root.adoptedStyleSheets = [sheet]

  const text = document.createElement('span')
  text.textContent = label
  const button = document.createElement('button')
  button.type = 'button'
  button.append(icon('ask'), icon('close'), text)
  button.setAttribute('aria-expanded', 'false')
  root.append(button)

  let frame: HTMLIFrameElement | null = null
  const show = (open: boolean) => {
    if (open && !frame) {
      frame = document.createElement('iframe')
      frame.id = 'frame'
      frame.title = label
      frame.allow = 'clipboard-write'
      frame.src = `${origin}/share/integration/${encodeURIComponent(id)}?embed=1${customerOf(element)}`
      root.append(frame)
      button.setAttribute('aria-controls', frame.id)
    }
    if (!frame) return
    frame.hidden = !open
    button.setAttribute('aria-expanded', String(open))
    if (open) return frame.focus()
    button.focus()
    if (host.hasAttribute('data-closable')) return
    // It could not be loaded, or shows an error: it is loaded again when it is next opened.
    frame.remove()
    frame = null
  }
  button.addEventListener('click', () => show(frame === null || frame.hidden === true))
  addEventListener('message', ({ data, source }) => {
    if (source !== frame?.contentWindow) return
    if (data === 'lectern.closed') show(false)
    // Until the page in the frame shows Close, and once it no longer does, the button stays above the frame.
    if (data === 'lectern.closable') host.dataset.closable = ''
    if (data === 'lectern.unclosable') delete host.dataset.closable
  })
  // On the button only: elsewhere, the key is the site's.
  host.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && frame && !frame.hidden) show(false)
  })
  document.body.append(host)
}

const id = script?.dataset.assistant
if (script && id) {
  if (document.body) void start(script, id)
  else addEventListener('DOMContentLoaded', () => void start(script, id), { once: true })
}
