import type { Nodes } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { addBlocks } from '../blocks.ts'
import { type Extracted, type TextBuilder, textBuilder } from '../extracted.ts'
import { contentOf, shownOf } from '../furniture.ts'
import { elementsNamed, HEADING, holds, inlineText } from '../nodes.ts'

const page = unified().use(rehypeParse)
const fragment = unified().use(rehypeParse, { fragment: true })

/** HTML that contains only content, such as a converted Word file. */
export const readHtmlFragment = (html: string, name: string): Extracted => {
  const builder = textBuilder()
  addBlocks(fragment.parse(html), builder)
  return builder.finish('', name)
}

const firstNamed = (node: Nodes, tagName: string): Nodes | undefined => {
  if (node.type === 'element' && node.tagName === tagName) return node
  if (!('children' in node)) return undefined
  for (const child of node.children) {
    const found = firstNamed(child, tagName)
    if (found) return found
  }
  return undefined
}

const textOf = (node: Nodes | undefined) =>
  node && 'children' in node ? node.children.map(inlineText).join('').replace(/\s+/g, ' ').trim() : ''

/** Adds a chapter of a book; `name` is its heading if it has none. */
export const addPage = (builder: TextBuilder, source: string, name = '') => {
  const content = contentOf(shownOf(page.parse(source)))
  if (!holds(content, ({ tagName }) => HEADING.test(tagName))) builder.heading(1, name)
  addBlocks(content, builder)
}

/** Targets of a page's links as written, and their texts. */
export const linksOf = (source: string) =>
  elementsNamed(page.parse(source), 'a').map((link) => ({
    href: String(link.properties.href ?? ''),
    text: textOf(link),
  }))

/** A saved page without its navigation. */
export const readHtml = (source: string, name: string): Extracted => {
  const tree = shownOf(page.parse(source))
  const content = contentOf(tree)
  const builder = textBuilder()
  const heading = firstNamed(tree, 'h1')
  // A page's heading is often in the header around its article.
  if (heading && !firstNamed(content, 'h1')) builder.heading(1, textOf(heading))
  addBlocks(content, builder)
  return builder.finish(textOf(firstNamed(tree, 'title')) || textOf(heading), name)
}
