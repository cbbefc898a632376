import * as z from 'zod/mini'

const RichText = z.array(z.object({ plain_text: z.string(), href: z.nullish(z.string()) }))
const Named = z.object({ name: z.string() })
const Range = z.object({ start: z.string(), end: z.nullish(z.string()) })
const Written = z.looseObject({
  rich_text: z.optional(RichText),
  caption: z.optional(RichText),
  cells: z.optional(z.array(RichText)),
  checked: z.optional(z.boolean()),
  language: z.optional(z.string()),
  expression: z.optional(z.string()),
  url: z.optional(z.string()),
})

/** A block of a page, or a property of one: what it holds stands under its type. */
export const Typed = z.looseObject({ type: z.string() })
export type Typed = z.output<typeof Typed>

export const plainOf = (value: unknown) => {
  const { data = [] } = RichText.safeParse(value)
  return data.map(({ plain_text }) => plain_text).join('')
}

const linkedOf = (texts: z.output<typeof RichText> = []) =>
  texts
    .map(({ plain_text, href }) => (href?.startsWith('https://') ? `[${plain_text}](${href})` : plain_text))
    .join('')

/** A property in words; '' for a kind that says nothing, such as a relation. */
export const propertyText = (property: Typed): string => {
  const value = property[property.type]
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value)
  const range = Range.safeParse(value)
  if (range.success) return [range.data.start, range.data.end].filter(Boolean).join(' – ')
  const names = z.array(Named).safeParse([value].flat())
  return names.success ? names.data.map(({ name }) => name).join(', ') : plainOf(value)
}

const PREFIXES: Readonly<Record<string, string>> = {
  heading_1: '# ',
  heading_2: '## ',
  heading_3: '### ',
  bulleted_list_item: '- ',
  numbered_list_item: '1. ',
  toggle: '- ',
  quote: '> ',
  callout: '> ',
}

/** Whether what lies in such a block belongs to it by its indentation. */
export const isListItem = ({ type }: Typed) => /_list_item$|^to_do$|^toggle$/.test(type)

/** A block as Markdown, without what lies in it; '' of one without text, such as a page below this one. */
export const markdownOf = (block: Typed): string => {
  const { type } = block
  const { data } = Written.safeParse(block[type])
  if (!data || type === 'child_page' || type === 'child_database') return ''
  const text = linkedOf(data.rich_text)
  if (type === 'code') return `\`\`\`${data.language ?? ''}\n${plainOf(data.rich_text)}\n\`\`\``
  if (type === 'to_do') return `- [${data.checked ? 'x' : ' '}] ${text}`
  if (data.cells) return `| ${data.cells.map((cell) => linkedOf(cell).replaceAll('|', '\\|')).join(' | ')} |`
  if (text !== '') return (PREFIXES[type] ?? '') + text
  return [linkedOf(data.caption), data.expression, data.url].filter(Boolean).join(' ')
}
