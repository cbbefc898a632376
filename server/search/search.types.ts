/** Where a passage stands. */
export type PassagePlace = { passageId: string; knowledgeBaseId: string; isReady: boolean }
