const FLUSH_EVERY = 30 // ms

/** Collects tokens briefly: a fast answerer would send a frame per word. `send` gets each position and its text. */
export const createTokenStream = (send: (index: number, text: string) => void) => {
  let content = ''
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (sent === content.length) return
    const index = sent
    sent = content.length
    send(index, content.slice(index))
  }
  return {
    push(text: string) {
      const isFirst = content === ''
      content += text
      if (isFirst) flush()
      else timer ??= setTimeout(flush, FLUSH_EVERY)
    },
    flush,
    content: () => content,
  }
}
