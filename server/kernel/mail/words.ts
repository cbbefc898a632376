const ZERO_WIDTH_SPACE = '\u200b'

/**
 * Other people's words in a mail: on one line, with an invisible break wherever a mail program would detect a
 * link.
 */
export const asWords = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.。．｡:/@](?=\S)/g, `$&${ZERO_WIDTH_SPACE}`)
