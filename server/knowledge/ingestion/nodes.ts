import type { Element, Nodes } from 'hast'

export const HEADING = /^h([1-6])$/
/** Elements that are separate from the text around them. */
const BLOCKS = new Set(
  `address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td
  tfoot th thead tr ul`.split(/\s+/),
)
/** Elements whose text is not shown, or no longer counts. */
export const WITHOUT_TEXT = new Set(
  'script style noscript template svg math iframe object select head title del s strike'.split(' '),
)

export const isElement = (node: Nodes): node is Element => node.type === 'element'
export const isBlock = (node: Nodes) => isElement(node) && BLOCKS.has(node.tagName)

export const childrenNamed = (element: Element, ...names: string[]): Element[] =>
  element.children.filter((child): child is Element => isElement(child) && names.includes(child.tagName))

/** Elements with this name, without those inside them. */
export const elementsNamed = (node: Nodes, tagName: string): Element[] => {
  if (isElement(node) && node.tagName === tagName) return [node]
  return 'children' in node ? node.children.flatMap((child) => elementsNamed(child, tagName)) : []
}

export const holds = (node: Nodes, is: (element: Element) => boolean): boolean =>
  'children' in node && node.children.some((child) => (isElement(child) && is(child)) || holds(child, is))

/** A raised number is a power or the mark of a note, and no part of the number before it. */
export const raised = (text: string) => text.replace(/^[-−+]?\d/, '^$&')

/** A box to be ticked; one with a role only looks otherwise. */
const boxOf = ({ type, role, checked }: Element['properties']) => {
  if ((type !== 'checkbox' && type !== 'radio') || role !== undefined) return ''
  return checked ? '☒ ' : '☐ '
}

/** A node's text as a browser shows it: white space collapses, `<br>` and blocks end a line. */
export const inlineText = (node: Nodes): string => {
  if (node.type === 'text') return node.value.replace(/\s+/g, ' ')
  if (!isElement(node)) return 'children' in node ? node.children.map(inlineText).join('') : ''
  if (node.tagName === 'br') return '\n'
  if (WITHOUT_TEXT.has(node.tagName)) return ''
  if (node.tagName === 'input') return boxOf(node.properties)
  const text = node.children.map(inlineText).join('')
  if (node.tagName === 'sup') return raised(text)
  return isBlock(node) ? `\n${text}\n` : text
}

/** Lines without the spaces around them, and without empty ones. */
export const tidied = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')

export const oneLine = (node: Nodes) => tidied(inlineText(node)).replace(/\n/g, ' ')
