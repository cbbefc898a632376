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

/** One picture, and its style as a sheet: the content security policy allows no style element, not even while parsing. */
function parsed(text: string) {
  const style = new CSSStyleSheet()
  style.replaceSync(STYLE.exec(text)?.[1] ?? '')
  const svg = new DOMParser().parseFromString(text.replace(STYLE, ''), 'image/svg+xml').documentElement
  // A part is below, and no page of the app.
  for (const link of svg.querySelectorAll('a')) link.replaceWith(...link.childNodes)
  return { svg: document.importNode(svg, true), style }
}

/** The pictures of a machine. */
export async function loadDrawings(machine: string): Promise<Drawings> {
  const folder = `../../../docs/statecharts/${kebab(machine)}/`
  const names = Object.keys(drawings).filter((name) => name.startsWith(folder))
  const overview = names.filter((name) => name.endsWith('/drawing.svg'))
  const parts = names.filter((name) => !overview.includes(name))
  const texts = await Promise.all([...overview, ...parts].map((name) => drawings[name]!()))
  const all = texts.map(parsed)
  return { svgs: all.map(({ svg }) => svg), styles: all.map(({ style }) => style) }
}
