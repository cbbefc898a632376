/** A pattern of `like` for texts that hold these words as they stand. */
export const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`
