const drawings = import.meta.glob<string>('../../../docs/statecharts/*/drawing.svg', {
  query: '?raw',
  import: 'default',
})

const STYLE = /<style>([\s\S]*?)<\/style>/

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

interface Drawing {
  readonly svg: Element
  readonly style: CSSStyleSheet
}

/** The drawing of a chart, and its style as a sheet: the content security policy allows no style element, not even while parsing. */
export async function loadDrawing(chart: string): Promise<Drawing | null> {
  const text = await drawings[`../../../docs/statecharts/${kebab(chart)}/drawing.svg`]?.()
  if (text === undefined) return null
  const style = new CSSStyleSheet()
  style.replaceSync(STYLE.exec(text)?.[1] ?? '')
  const svg = new DOMParser().parseFromString(text.replace(STYLE, ''), 'image/svg+xml').documentElement
  return { svg: document.importNode(svg, true), style }
}
