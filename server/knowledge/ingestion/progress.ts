/** A reader's progress reports. */
export type Progress = {
  page: (done: number, total: number) => void
  /** Text recognition begins, which takes longer than reading. */
  recognizing: () => void
}

export const NO_PROGRESS: Progress = { page: () => {}, recognizing: () => {} }
