/** The result of work within a time limit. @throws Error `late` after `limit` ms, while the work continues */
export const within = <Result>(work: Promise<Result>, limit: number, late: string): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), limit)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}
