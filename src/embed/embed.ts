/**
 * Shows an assistant on the page of another site: `<script async src=".../embed.js" data-assistant="{id}">`.
 * A button at first; the frame, and all that it costs, comes when it is first opened.
 * `data-label` names the button, `data-color` is its colour, `data-position="left"` its side.
 */
const script = document.currentScript as HTMLScriptElement | null

const STYLES = `
:host { all: initial; position: fixed; inset-block-end: 20px; inset-inline-end: 20px; z-index: 2147483000; }
:host([data-side='left']) { inset-inline: 20px auto; }
button { all: unset; box-sizing: border-box; display: flex; align-items: center; gap: 8px; height: 48px; padding: 0 20px;
  border-radius: 24px; background: var(--color); color: #fff; font: 600 15px/1 system-ui, sans-serif; cursor: pointer;
  box-shadow: 0 6px 20px rgb(0 0 0 / .22); }
button:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px var(--color); }
svg { width: 20px; height: 20px; flex: none; }
iframe { position: absolute; inset-block-end: 60px; inset-inline-end: 0; width: min(420px, calc(100vw - 40px));
  height: min(660px, calc(100vh - 110px)); border: 1px solid rgb(128 128 128 / .35); border-radius: 14px;
  background: Canvas; box-shadow: 0 12px 40px rgb(0 0 0 / .28); }
:host([data-side='left']) iframe { inset-inline: 0 auto; }
iframe[hidden] { display: none; }
@media (max-width: 480px) { iframe { position: fixed; inset: 0; width: 100vw; height: 100dvh; border: 0; border-radius: 0; } }
`
const ICON =
  '<path d="M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>'
const COLOR = /^#[0-9a-f]{6}$/i

const icon = () => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.innerHTML = ICON
  return svg
}

const start = ({ src, dataset }: HTMLScriptElement, id: string) => {
  const { origin } = new URL(src)
  const label = dataset.label || 'Ask a question'
  const host = document.createElement('lectern-assistant')
  if (dataset.position === 'left') host.dataset.side = 'left'
  const root = host.attachShadow({ mode: 'open' })
  // Constructed, so that a policy of the page against inline styles does not touch it.
  const sheet = new CSSStyleSheet()
  const color = COLOR.test(dataset.color ?? '') ? dataset.color : '#9C2F1F'
  sheet.replaceSync(`:host { --color: ${color}; } ${STYLES}`)
  root.adoptedStyleSheets = [sheet]

  const button = document.createElement('button')
  button.type = 'button'
  button.append(icon(), label)
  button.setAttribute('aria-expanded', 'false')
  root.append(button)

  let frame: HTMLIFrameElement | null = null
  const show = (open: boolean) => {
    if (open && !frame) {
      frame = document.createElement('iframe')
      frame.title = label
      frame.allow = 'clipboard-write'
      frame.src = `${origin}/share/integration/${encodeURIComponent(id)}?embed=1`
      root.append(frame)
    }
    if (!frame) return
    frame.hidden = !open
    button.setAttribute('aria-expanded', String(open))
    if (open) frame.focus()
    else button.focus()
  }
  button.addEventListener('click', () => show(frame === null || frame.hidden === true))
  addEventListener('message', ({ data, source }) => {
    if (data === 'lectern.closed' && source === frame?.contentWindow) show(false)
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && frame && !frame.hidden) show(false)
  })
  document.body.append(host)
}

const id = script?.dataset.assistant
if (script && id) {
  if (document.body) start(script, id)
  else addEventListener('DOMContentLoaded', () => start(script, id), { once: true })
}
