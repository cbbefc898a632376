/** Maximum characters of a question. */
export const QUESTION_MAX = 4000
