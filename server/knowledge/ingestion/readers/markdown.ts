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
const TITLE = /^title[ \t]*:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^|>\s].*))/m
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

/** Reads Markdown (GFM) with embedded HTML; of front matter, only the title counts, and markup becomes words. */
export const readMarkdown = (source: string, name: string): Extracted => {
  const builder = textBuilder()
  const [frontMatter = ''] = FRONT_MATTER.exec(source) ?? []
  const [, quoted, single, plain] = TITLE.exec(frontMatter) ?? []
  addBlocks(markdown.runSync(markdown.parse(source.slice(frontMatter.length))), builder)
  return builder.finish(quoted ?? single ?? plain ?? '', name)
}
