import { titleFromName } from '../clean.ts'
import { type Extracted, textBuilder } from '../extracted.ts'

/** Paragraphs are what blank lines part. */
export const readPlainText = (source: string, name: string): Extracted => {
  const builder = textBuilder()
  for (const paragraph of source.split(/\r?\n[ \t]*(?:\r?\n)+/)) builder.add('text', paragraph.trim())
  return builder.finish('', titleFromName(name))
}
