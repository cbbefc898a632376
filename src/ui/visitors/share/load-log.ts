/** Questions and answers, with the Markdown parser: needed for the first question. */
export const loadLog = () => import('./share-log.tsx')
