import { titleFromName } from '../clean.ts'
import { type Extracted, textBuilder } from '../extracted.ts'

const WRAPPED_LENGTH = 50

/** Lines that were broken to fit a width are one line again. */
const unwrapped = (paragraph: string) => {
  const lines = paragraph.split(/\r?\n/).map((line) => line.trim())
  const isWrapped = lines.length > 1 && lines.slice(0, -1).every((line) => line.length >= WRAPPED_LENGTH)
  return lines.join(isWrapped ? ' ' : '\n')
}

/** Paragraphs are what blank lines part. */
export const readPlainText = (source: string, name: string): Extracted => {
  const builder = textBuilder()
  for (const paragraph of source.split(/\r?\n[ \t]*(?:\r?\n)+/))
    builder.add('text', unwrapped(paragraph.trim()))
  return builder.finish('', titleFromName(name))
}
