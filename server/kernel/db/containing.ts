/** A `like` pattern for texts that contain these words literally. */
export const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`
