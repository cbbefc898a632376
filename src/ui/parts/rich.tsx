import { cloneElement, Fragment, type ReactElement } from 'react'

interface RichProps {
  /** The output of `t`, with `<0>…</0>` around the first part's content, and so on. */
  text: string
  /** Empty elements. */
  parts: readonly ReactElement[]
}

const PART = /<(\d)>(.*?)<\/\1>/s

/** A sentence whose emphasis or link is placed by its translation. */
export function Rich({ text, parts }: RichProps) {
  const pieces = text.split(/(<\d>.*?<\/\d>)/s).filter(Boolean)
  return pieces.map((piece, place) => {
    const [, index, inner] = PART.exec(piece) ?? []
    const part = parts[Number(index)]
    const key = `${place}`
    return part ? cloneElement(part, { key }, inner) : <Fragment key={key}>{piece}</Fragment>
  })
}
