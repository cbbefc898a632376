import rehypeRaw from 'rehype-raw'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { addBlocks } from '../blocks.ts'
import { type Extracted, textBuilder } from '../extracted.ts'

/** Begins with a key and has no blank line: text between two rules is a section. */
const FRONT_MATTER =
  /^---[ \t]*\r?\n["']?[\w:.-]+["']?[ \t]*:(?:[ \t].*)?(?:\r?\n.+)*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
/** An image counts only by its alternative text. */
const altText = (_state: unknown, { alt }: { alt?: string | null }) => ({
  type: 'text' as const,
  value: alt ?? '',
})
const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, handlers: { image: altText, imageReference: altText } })
  .use(rehypeRaw)

/** Reads Markdown (GFM) with embedded HTML; front matter is dropped, markup becomes words, tables stay tables. */
export const readMarkdown = (source: string, name: string): Extracted => {
  const builder = textBuilder()
  addBlocks(markdown.runSync(markdown.parse(source.replace(FRONT_MATTER, ''))), builder)
  return builder.finish('', name)
}
