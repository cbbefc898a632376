import type { Element, ElementContent, Nodes, Parents } from 'hast'
import type { TextBuilder } from './extracted.ts'
import {
  childrenNamed,
  HEADING,
  holds,
  inlineText,
  isBlock,
  isElement,
  oneLine,
  tidied,
  WITHOUT_TEXT,
} from './nodes.ts'
import { addRows, isGrid, rowsOf, tableText } from './tables.ts'

const LEVEL_MAX = 6
/** Level of a heading by its role that names no valid one. */
const LEVEL_UNNAMED = 2
/** A definition of this length is not a list item. */
const SECTION_LENGTH = 240
/** The text of a heading's permalink. */
const PERMALINK = /^[#¶§🔗]?$/u

const isCode = (node: Nodes) => isElement(node) && node.tagName === 'pre'

/** A node's text as written: line breaks and spaces stay, `<br>` is a line break. */
const rawText = (node: Nodes): string => {
  if (node.type === 'text') return node.value
  if (isElement(node) && node.tagName === 'br') return '\n'
  return 'children' in node ? node.children.map(rawText).join('') : ''
}

const headingText = (heading: Element) =>
  heading.children
    .filter((child) => !(isElement(child) && child.tagName === 'a' && PERMALINK.test(rawText(child).trim())))
    .map(oneLine)
    .join(' ')

/** Level of a heading, also of one by its role; undefined for other elements. */
const levelOf = ({ tagName, properties: { role, ariaLevel } }: Element) => {
  const level = HEADING.exec(tagName)?.[1]
  if (!level && role !== 'heading') return undefined
  return Math.min(LEVEL_MAX, Math.max(1, Math.trunc(Number(level ?? ariaLevel)) || LEVEL_UNNAMED))
}

const languageOf = (pre: Element) => {
  const code = pre.children.find((child) => isElement(child) && child.tagName === 'code')
  const names = code && isElement(code) ? code.properties.className : undefined
  const name = Array.isArray(names) ? names.map(String).find((one) => one.startsWith('language-')) : undefined
  return name?.slice('language-'.length) ?? ''
}

const codeText = (pre: Element) =>
  `\`\`\`${languageOf(pre)}\n${rawText(pre).replace(/^\n/, '').trimEnd()}\n\`\`\``

const indented = (text: string, by: number) => text.replace(/\n(?=.)/g, `\n${' '.repeat(by)}`)

/** Content of a list item or table cell, with each block on its own lines. */
const linesOf = (parent: Parents): string => {
  const parts: string[] = []
  let run: ElementContent[] = []
  const flush = () => {
    const text = tidied(run.map(inlineText).join(''))
    if (text !== '') parts.push(text)
    run = []
  }
  for (const child of parent.children as ElementContent[]) {
    if (!isBlock(child)) {
      run.push(child)
      continue
    }
    flush()
    if (!isElement(child)) continue
    const text = blockText(child)
    if (text !== '') parts.push(text)
  }
  flush()
  return parts.join('\n')
}

const blockText = (element: Element): string => {
  switch (element.tagName) {
    case 'pre':
      return codeText(element)
    case 'ul':
    case 'menu':
    case 'ol':
      return listText(element)
    case 'dl':
      return definitionsOf(element).map(definitionText).join('\n')
    case 'table':
      return isGrid(element) ? tableText(rowsOf(element)) : linesOf(element)
    default:
      return linesOf(element)
  }
}

const listText = (list: Element): string => {
  const items = childrenNamed(list, 'li')
  const { start, reversed } = list.properties
  const step = reversed ? -1 : 1
  let next = Number(start ?? (reversed ? items.length : 1))
  return items
    .map((item) => {
      const number = Number(item.properties.value ?? next)
      next = number + step
      const marker = list.tagName === 'ol' ? `${number}. ` : '- '
      return marker + indented(linesOf(item), marker.length)
    })
    .join('\n')
}

type Definition = { term: string; texts: Element[] }

/** Terms of a definition list with their definitions; several terms may share one. */
const definitionsOf = (list: Element): Definition[] => {
  const found: Definition[] = []
  const visit = (children: ElementContent[]) => {
    for (const child of children.filter(isElement)) {
      const open = found.at(-1)
      if (child.tagName === 'dt' && open && open.texts.length === 0) open.term += `, ${oneLine(child)}`
      else if (child.tagName === 'dt') found.push({ term: oneLine(child), texts: [] })
      else if (child.tagName === 'dd' && open) open.texts.push(child)
      else if (child.tagName === 'dd') found.push({ term: '', texts: [child] })
      else visit(child.children)
    }
  }
  visit(list.children)
  return found
}

const definitionText = ({ term, texts }: Definition) =>
  `- ${indented([term, ...texts.map(linesOf)].filter((text) => text !== '').join('\n'), 2)}`

/** Adds the content of an HTML tree, block by block, in page order. */
export const addBlocks = (tree: Parents, builder: TextBuilder) => {
  let run: Nodes[] = []
  const flush = () => {
    builder.add('text', tidied(run.map(inlineText).join('')))
    run = []
  }
  const visit = (parent: Parents) => {
    for (const child of parent.children) {
      if (isElement(child) && WITHOUT_TEXT.has(child.tagName)) continue
      if (!isElement(child) || !isBlock(child)) {
        // An inline element may contain blocks: a link around a whole card.
        if (isElement(child) && holds(child, isBlock)) {
          flush()
          visit(child)
        } else run.push(child)
        continue
      }
      flush()
      block(child)
    }
    flush()
  }
  const block = (element: Element) => {
    const level = levelOf(element)
    if (level) builder.heading(level, headingText(element))
    else if (isCode(element)) builder.add('code', codeText(element))
    else if (element.tagName === 'ul' || element.tagName === 'ol' || element.tagName === 'menu')
      builder.add('list', listText(element))
    else if (element.tagName === 'dl') for (const definition of definitionsOf(element)) define(definition)
    else if (element.tagName === 'details') disclose(element)
    else if (element.tagName === 'table' && isGrid(element)) addRows(builder, rowsOf(element))
    else visit(element)
  }
  /** A long definition becomes a section under its term, as in a list of questions. */
  const define = (definition: Definition) => {
    const text = definitionText(definition)
    if (text.length < SECTION_LENGTH || definition.term === '') builder.add('list', text)
    else builder.section(definition.term, () => definition.texts.forEach(visit))
  }
  const disclose = (details: Element) => {
    const [summary] = childrenNamed(details, 'summary')
    const rest = { ...details, children: details.children.filter((child) => child !== summary) }
    if (summary) builder.section(oneLine(summary), () => visit(rest))
    else visit(rest)
  }
  visit(tree)
}
