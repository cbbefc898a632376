const drawings = import.meta.glob<string>('../../../docs/statecharts/*.svg', {
  query: '?raw',
  import: 'default',
})

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export interface Drawing {
  readonly svg: Element
  readonly style: CSSStyleSheet
}

/** The drawing of a machine, and its style as a sheet: the content security policy allows no style element. */
export async function loadDrawing(machine: string): Promise<Drawing | null> {
  const text = await drawings[`../../../docs/statecharts/${kebab(machine)}.svg`]?.()
  if (text === undefined) return null
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  const style = new CSSStyleSheet()
  const element = svg.querySelector('style')
  style.replaceSync(element?.textContent ?? '')
  element?.remove()
  return { svg: document.importNode(svg, true), style }
}
