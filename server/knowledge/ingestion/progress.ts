/** What a reader tells while it reads. */
export type Progress = {
  page: (done: number, total: number) => void
  /** From here on text is recognised, which takes longer than reading. */
  recognizing: () => void
}

export const NO_PROGRESS: Progress = { page: () => {}, recognizing: () => {} }
