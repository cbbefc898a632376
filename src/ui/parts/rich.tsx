import { cloneElement, Fragment, type ReactElement } from 'react'

interface RichProps {
  /** Of `t`, with `<0>…</0>` around what stands in the first part, and so on. */
  text: string
  /** Empty elements. */
  parts: readonly ReactElement[]
}

const PART = /<(\d)>(.*?)<\/\1>/s

/** A sentence whose emphasis or link stands where its language puts it. */
export function Rich({ text, parts }: RichProps) {
  const pieces = text.split(/(<\d>.*?<\/\d>)/s).filter(Boolean)
  return pieces.map((piece, place) => {
    const [, index, inner] = PART.exec(piece) ?? []
    const part = parts[Number(index)]
    const key = `${place}`
    return part ? cloneElement(part, { key }, inner) : <Fragment key={key}>{piece}</Fragment>
  })
}
