const ZERO_WIDTH_SPACE = '\u200b'

/** Other people's words in a mail: on one line, with invisible breaks where mail programs detect links. */
export const asMailText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.。．｡:/@](?=\S)/g, `$&${ZERO_WIDTH_SPACE}`)
