import { Marked, type Tokens } from 'marked'

/** `[3]` in an answer, also beside another; not the text of a link. */
const CITATION = /^\[(\d{1,3})\](?!\(|\[(?!\d{1,3}\]))/

export interface CitationToken extends Tokens.Generic {
  type: 'citation'
  n: number
}

/** Parses the Markdown of answers, with citation markers. */
export const markdown = new Marked({
  gfm: true,
  extensions: [
    {
      name: 'citation',
      level: 'inline',
      start: (source) => source.indexOf('['),
      tokenizer(source) {
        const match = CITATION.exec(source)
        return match ? { type: 'citation', raw: match[0], n: Number(match[1]) } : undefined
      },
    },
  ],
})
