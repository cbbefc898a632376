import type { Citation } from '../../../services/contract/conversations.ts'

/** Position in the document: `p. 2`, or the last heading above. */
export const whereOf = ({ page, heading_path }: Pick<Citation, 'page' | 'heading_path'>) =>
  page === null ? (heading_path.at(-1) ?? null) : `p. ${page}`
