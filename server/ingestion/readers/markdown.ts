import type { List, Nodes, RootContent, Table } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { titleFromName } from '../clean.ts'
import { type Extracted, textBuilder } from '../extracted.ts'

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
const markdown = unified().use(remarkParse).use(remarkGfm)

/** Words only: links and images leave their text, markup goes. */
const inline = (node: Nodes): string => {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value.replace(/\s*\n\s*/g, ' ')
    case 'break':
      return '\n'
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'html':
    case 'footnoteReference':
      return ''
    default:
      return 'children' in node ? node.children.map(inline).join('') : ''
  }
}

const list = (node: List, indent = ''): string =>
  node.children
    .map((item, index) => {
      const marker = node.ordered ? `${(node.start ?? 1) + index}. ` : '- '
      const inner = `${indent}${' '.repeat(marker.length)}`
      const parts = item.children.map((child) =>
        child.type === 'list'
          ? list(child, inner)
          : child.type === 'code'
            ? child.value.replace(/^/gm, inner)
            : inline(child).replace(/\n/g, `\n${inner}`),
      )
      return `${indent}${marker}${parts.join('\n')}`
    })
    .join('\n')

const table = (node: Table) => {
  const rows = node.children.map((row) =>
    row.children.map((cell) =>
      inline(cell)
        .replace(/\s*\n\s*|\|/g, ' ')
        .trim(),
    ),
  )
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`)
  const rule = `|${' --- |'.repeat(rows[0]?.length ?? 1)}`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

const withoutTags = (html: string) =>
  html.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi, '').replace(/<[^>]*>/g, ' ')

/** Reads Markdown (GFM); front matter is cut, markup becomes plain words, tables stay tables. */
export const readMarkdown = (source: string, name: string, title = ''): Extracted => {
  const builder = textBuilder()
  const visit = (node: RootContent) => {
    switch (node.type) {
      case 'heading':
        return builder.heading(node.depth, inline(node))
      case 'paragraph':
        return builder.add('text', inline(node))
      case 'list':
        return builder.add('list', list(node))
      case 'table':
        return builder.add('table', table(node))
      case 'code':
        return builder.add('code', `\`\`\`${node.lang ?? ''}\n${node.value}\n\`\`\``)
      case 'html':
        return builder.add('text', withoutTags(node.value).trim())
      case 'blockquote':
      case 'footnoteDefinition':
        return node.children.forEach(visit)
    }
  }
  markdown.parse(source.replace(FRONT_MATTER, '')).children.forEach(visit)
  return builder.finish(title, titleFromName(name))
}
