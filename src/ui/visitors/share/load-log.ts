/** Questions and answers, with what reads Markdown: needed when the first question is asked. */
export const loadLog = () => import('./share-log.tsx')
